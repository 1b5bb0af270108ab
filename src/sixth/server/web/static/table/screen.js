// A table on a big screen: the same news, and nothing to press.
import "./wire.js";
import "./reveal.js";
