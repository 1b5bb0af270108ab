// The tutorial: all steps are in the page. The address names the step; answers are folded and drawn here.
import { nothing, render } from "../lit/lit-html.js";
import "../table/hand.js";
import "../table/keys.js";
import "../table/sounds.js";
import { asks } from "../table/derived.js";
import { speaker } from "../table/i18n.js";
import { byId, keepingFocus, say } from "../table/page.js";
import { moving, show, skip } from "../table/reveal.js";
import { change, scene, send, sendBy, store, watch } from "../table/store.js";
import { words } from "../table/words.js";
import { follow, picture } from "./picture.js";

const { title, cover, speech, steps } = JSON.parse(byId("lesson").textContent);
const sentences = words(speaker(speech)), draw = picture(steps, sentences);
const PARTS = ["first", "table", "end"];
// What is drawn: a step, at rest or while cards are placed.
/** @type {import("./picture.js").Moment | null} */
let drawn = null;
let rests = true;
watch(() => {
  if (!drawn || !store.state) return;
  const now = scene(), { state } = now;
  byId("table").dataset.asks = asks(state);
  render(rests ? draw.rest(drawn, now) : draw.passing(drawn, /** @type {any} */ (state), now), byId("table"));
});

// Any press while cards are placed skips the animation.
let hurried = false;
function hurry() {
  hurried = true;
  skip();
}

// One of the three parts of the page; the other two are hidden.
/** @type {(part: string) => HTMLElement | null} */
function open(part) {
  for (const id of PARTS) byId(id).hidden = id !== part;
  return byId(part).querySelector("h1");
}

// Put a state of a step on the page.
/** @type {(moment: import("./picture.js").Moment, state: Playing, rest: boolean) => (more?: {}) => void} */
const putting = (moment, state, rest) => (more) => keepingFocus(state, () => {
  [drawn, rests] = [moment, rest];
  change({ state, ...more });
});

/** @type {(moment: import("./picture.js").Moment) => Promise<void>} */
async function reveal(moment) {
  const end = draw.rested(moment);
  for (const state of [...moment.moments, end]) {
    if (!hurried) await show(putting(moment, state, state === end), state);
  }
  putting(moment, end, true)();
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
  const first = open(moment ? "table" : ended ? "end" : "first");
  // Its rows have the ids of those of a step.
  render(moment || ended ? nothing : draw.cover(cover), byId("cover"));
  if (!moment) {
    if (ended) first?.focus({ preventScroll: true });
    return;
  }
  const { answer } = moment, reveals = decided && moving() && answer !== null;
  if (reveals) {
    hurried = false;
    byId("table").dataset.revealing = "";
  }
  putting(moment, reveals ? moment.before : draw.rested(moment), !reveals)();
  const heading = byId("prompt");
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
// A decision is a step further on the path. It comes after the press, as a press beside the hand ends the animation.
sendBy(({ card, place }) => setTimeout(() => visit(`${location.pathname}/${card ?? place}`, true)));
addEventListener("submit", (event) => {
  if (/** @type {Element} */ (event.target).id !== "take") return;
  event.preventDefault();
  send({ do: "take", place: /** @type {HTMLButtonElement} */ (event.submitter).value });
});
addEventListener("popstate", () => go(location.pathname));
for (const what of ["keydown", "pointerdown"]) addEventListener(what, hurry, true);

change({ say: sentences });
go(location.pathname, true);
