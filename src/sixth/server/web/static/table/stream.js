// The news of a table as the server draws them: patches, one after another.
import { cut, heard, keep, stop } from "./line.js";
import { after, take } from "./news.js";
import { become } from "./patch.js";

const table = () => document.getElementById("table");
// A number that no table has: whoever asks for what follows it is shown the whole.
const NOTHING = 2 ** 53;
let known = Number(table().dataset.v);

const hear = (messages, late) => messages.filter((message) => hearOne(message, late)).length > 0;

function hearOne(message, late) {
  const lines = message.split("\n").map((line) => line.split(/: (.*)/s));
  const { id, from, event, data } = Object.fromEntries(lines);
  if (event === "end") { stop(); return false; }
  if (data === undefined) return false;
  if (from !== undefined && Number(from) !== known) {
    // Something is missing before it: ask for the whole.
    known = NOTHING;
    cut();
    return true;
  }
  if (id) known = Number(id);
  heard();
  take(data, late, () => { if (id) table().dataset.v = id; });
  return true;
}

function look(page) {
  after(() => become(table(), page.getElementById("table")));
  known = Number(page.getElementById("table").dataset.v);
}

export function begin() {
  const { from } = document.getElementById("stream").dataset;
  keep({ from: () => `${from}${from.includes("?") ? "&" : "?"}after=${known}`, end: "\n\n", hear, look });
}
