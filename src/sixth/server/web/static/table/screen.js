// A table on a big screen: the same news, and no controls.
import "./wire.js";
import "./clock.js";
