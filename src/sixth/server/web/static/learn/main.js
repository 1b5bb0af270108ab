// The tutorial: all steps are in the page. The address names the step; answers are folded and drawn here.
import "../table/hand.js";
import "../table/keys.js";
import "../table/sounds.js";
import { speaker } from "../table/i18n.js";
import { byId, say } from "../table/page.js";
import { put, read } from "../table/patch.js";
import { moving, show, skip } from "../table/reveal.js";
import { words } from "../table/words.js";
import { follow, picture } from "./picture.js";

const { title, cover, speech, steps } = JSON.parse(byId("lesson").textContent);
const draw = picture(steps, words(speaker(speech)));
const PARTS = ["first", "table", "end"];

// Any press while cards are placed skips the animation.
let hurried = false;
function hurry() {
  hurried = true;
  skip();
}

// One of the three parts of the page; the other two are hidden.
/** @type {(part: string) => HTMLElement} */
function open(part) {
  for (const id of PARTS) byId(id).hidden = id !== part;
  return byId(part).querySelector("h1");
}

/** @type {(moment: import("./picture.js").Moment) => Promise<void>} */
async function reveal(moment) {
  const end = draw.rest(moment);
  for (const html of [...moment.moments.map((state) => draw.passing(moment, state)), end]) {
    const next = read(html);
    if (!hurried) await show(() => put(next), next);
  }
  put(read(end));
  delete byId("table").dataset.revealing;
}

// Show the step of an address. After an answer the cards are placed one after another.
/** @type {(path: string, decided: boolean) => Promise<void>} */
async function display(path, decided) {
  const [number = "", ...decisions] = path.split("/").slice(2), moment = follow(steps, Number(number), decisions);
  const ended = Number(number) > steps.length;
  document.title = `${moment ? `${steps[Number(number) - 1].name} – ` : ""}${title} – Sixth`;
  for (const link of document.querySelectorAll("a[href^='/settings?back=']")) link.setAttribute("href", `/settings?back=${path}`);
  for (const field of document.querySelectorAll("input[name=back]")) field.setAttribute("value", path);
  const heading = open(moment ? "table" : ended ? "end" : "first");
  if (!moment) {
    if (ended) heading.focus({ preventScroll: true });
    return;
  }
  const { answer } = moment, reveals = decided && moving() && answer !== null;
  if (reveals) {
    hurried = false;
    byId("table").dataset.revealing = "";
  }
  put(read(reveals ? draw.passing(moment, moment.before) : draw.rest(moment)));
  heading.focus({ preventScroll: true });
  if (reveals) await reveal(moment);
  // A heading that changes while it has the focus is not read out again.
  const sentences = [reveals && heading.textContent, answer?.verdict, answer?.why].filter(Boolean);
  if (sentences.length) say(sentences.join(" "));
}

/** @type {Promise<void>} */
let shown = Promise.resolve();
/** @type {(path: string, decided?: boolean) => void} */
function go(path, decided = false) {
  hurry();
  shown = shown.then(() => display(path, decided));
}

/** @type {(path: string, decided?: boolean) => void} */
function visit(path, decided) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  go(path, decided);
}

addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || link.search || !/^\/learn(\/|$)/.test(link.pathname) || link.origin !== location.origin) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  visit(link.pathname);
});
addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!["hand", "take"].includes(/** @type {Element} */ (target).id)) return;
  event.preventDefault();
  // After the press, as a press beside the hand ends the animation.
  setTimeout(() => visit(`${location.pathname}/${/** @type {HTMLButtonElement} */ (submitter).value}`, true));
});
addEventListener("popstate", () => go(location.pathname));
for (const what of ["keydown", "pointerdown"]) addEventListener(what, hurry, true);

put(read(draw.cover(cover)));
go(location.pathname, true);
