// A table on a big screen: the same news, and no controls.
import { start } from "./wire.js";
import { walls } from "./view/wall.js";

start(walls);
