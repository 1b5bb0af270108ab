// What HTML cannot do on the table page. Each module has one reason to exist.
import { begin as beginStream } from "./stream.js";
import { begin as beginWire } from "./wire.js";
import "./send.js";
import "./reveal.js";
import "./fields.js";
import "./hand.js";
import "./past.js";
import "./keys.js";
import "./prefs-dialog.js";
import "./share.js";
import "./afterwards.js";
import "./sounds.js";

// Once all scripts of the page have run.
document.addEventListener("DOMContentLoaded", document.getElementById("state") ? beginWire : beginStream);
