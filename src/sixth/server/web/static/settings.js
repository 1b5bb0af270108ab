// This browser's settings for tables, which only scripts save, on the settings page.
import { bind } from "./table/prefs-form.js";

const part = document.getElementById("at-table");
part.hidden = false;
bind(part);
