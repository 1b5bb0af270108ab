// A table on a big screen: the same news, and nothing to press.
import "./stream.js";
import "./reveal.js";
