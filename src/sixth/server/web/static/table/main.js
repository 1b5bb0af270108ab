// The scripts of the page of a table. Each module has one reason to exist.
import { start } from "./wire.js";
import "./commands.js";
import "./hand.js";
import "./drag.js";
import "./keys.js";
import "./prefs-dialog.js";
import "./afterwards.js";
import "./sounds.js";
import "./notify.js";
import { tables } from "./view/table.js";

start(tables);
