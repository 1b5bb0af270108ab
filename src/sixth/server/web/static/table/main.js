// The scripts of the page of a table. Each module has one reason to exist.
import "./wire.js";
import "./hand.js";
import "./drag.js";
import "./past.js";
import "./keys.js";
import "./prefs-dialog.js";
import "./share.js";
import "./afterwards.js";
import "./sounds.js";
import "./notify.js";
import "./clock.js";
