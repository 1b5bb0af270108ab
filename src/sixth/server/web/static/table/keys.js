// Keys of one character, all of which can be changed or switched off, and Escape.
import { get } from "./prefs.js";
import { byId, closest, say, word } from "./page.js";
import { keepLifted, lookAway, putBack } from "./hand.js";
import { step } from "./afterwards.js";
import { skip } from "./reveal.js";
import { closeMenu, open as openPrefs } from "./prefs-dialog.js";

const text = (/** @type {Element | null} */ element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
/** @type {(selector: string, within?: Element) => string[]} */
const texts = (selector, within = byId("table")) => [...within.querySelectorAll(selector)].map(text);
const rowText = (/** @type {Element} */ row) => `${text(row.querySelector(".about .only-read"))} ${texts(".card b", row).join(", ")}`.trim();

function hand() {
  const brief = get("detail") === "brief" ? " b" : "";
  const cards = texts(`#hand button${brief}`);
  say(cards.length ? word("hand", { cards: cards.join(", ") }) : word("empty"));
}
const rows = () => say([...document.querySelectorAll("#table .row[id]")].map(rowText).join(". ") || word("nothing"));
function row(/** @type {string} */ number) {
  const element = byId(`row${number}`);
  say(element ? rowText(element) : word("norow"));
}
function scores() {
  const scores = [...document.querySelectorAll("#table .player")].map((one) =>
    `${text(one.querySelector(".who"))} ${text(one.querySelector(".score b") ?? one.querySelector(".status"))}`);
  const totals = [...document.querySelectorAll("#table .ended tbody tr")].map((one) =>
    `${text(one.querySelector("th"))} ${text(one.lastElementChild)}`);
  say(word("scores", { scores: [...scores, ...totals].join(", ") }));
}
const turn = () => say([text(byId("prompt")), ...texts(".progress")].join(" "));
const past = (/** @type {string} */ way) => byId("what") ? step(way) : last();
const last = () => say(texts("#log li").join(" ") || word("nothing"));

/** @type {Record<string, () => void>} */
const ACTS = {
  hand, rows, scores, turn, last, keep: keepLifted, help: openPrefs, back: () => past("prev"), on: () => past("next"),
};

document.addEventListener("keydown", (event) => {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (closest(event, "input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]")) return;
  const dialog = document.querySelector("dialog[open]");
  if (key === "Escape") {
    if (!dialog && !closeMenu() && !skip()) { putBack(); lookAway(); }
    return;
  }
  if (!get("letters")) return;
  const act = Object.keys(ACTS).find((name) => get("keys")[name] === key.toLowerCase());
  if (dialog && !(dialog.id === "past" && ["back", "on"].includes(act ?? ""))) return;
  if (act) ACTS[act]();
  else if (/^[1-9]$/.test(key) && get("digits")) row(key);
  else return;
  event.preventDefault();
});
