// A table on a big screen: the same news, and nothing to press.
import { begin as beginStream } from "./stream.js";
import { begin as beginWire } from "./wire.js";
import "./reveal.js";

document.addEventListener("DOMContentLoaded", document.getElementById("state") ? beginWire : beginStream);
