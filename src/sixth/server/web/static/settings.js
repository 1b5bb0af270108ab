// What this browser wishes of tables, which only its scripts keep, on the page of all settings.
import { bind } from "./table/prefs-form.js";

const part = document.getElementById("at-table");
part.hidden = false;
bind(part);
