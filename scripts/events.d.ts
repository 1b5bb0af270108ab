// What the scripts of a table's page tell one another, by events of the document.
import type { Sent } from "../src/sixth/server/web/static/table/commands.js";

declare global {
  interface DocumentEventMap {
    "sixth:sent": CustomEvent<Sent>;
    // A moment worth a sound, by its name.
    "sixth:moment": CustomEvent<string>;
  }
  interface WindowEventMap {
    // The preferences of this browser, after a change.
    "sixth:prefs": CustomEvent<import("../src/sixth/server/web/static/table/prefs.js").Prefs>;
  }
}
