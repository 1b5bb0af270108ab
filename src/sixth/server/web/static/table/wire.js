// The news of a table: events are folded into the store here, and shown one after another.
import { hearMessage } from "./chat.js";
import { serverTime, setClock } from "./clock.js";
import { asks } from "./derived.js";
import { drawing, loader } from "./draw.js";
import { Missing, fold, isFolded } from "./fold.js";
import { speaker } from "./i18n.js";
import { cut, heard, keep, stop } from "./line.js";
import { byId, keepingFocus, say } from "./page.js";
import { after, take } from "./reveal.js";
import { change, store } from "./store.js";
import { isAsked, isOver } from "./turn.js";
import { words } from "./words.js";

/**
 * A line of the server (docs/decisions/027): the events up to version `v`, the whole state, the news of this seat
 * alone, a chat message, the number of spectators, or the reason of the end.
 * @typedef {{line?: string, v: number, now?: number, events?: TableEvent[], full?: object, own?: object, watchers?: number,
 *   code?: string} & Record<string, any>} Line
 */

const parsed = (/** @type {string} */ id, within = document) => JSON.parse(within.getElementById(id)?.textContent ?? "null");
const screen = document.querySelector(".wall") !== null, { version = "" } = byId("stream").dataset, RELOADED = "sixth-reloaded";
/** @type {ReturnType<typeof words>} */
let speech;
// The number of the last chat message.
let talk = 0;

/** @type {(page: Document) => State} */
function know(page) {
  const { talk: number, parts, said, ...line } = parsed("state", page);
  const state = fold(null, line);
  talk = number;
  setClock(line.now);
  change({ known: state, given: parts, said });
  return state;
}

// -------------------------------------------------------------- what happens in a game

// The moments worth a look of their own: each ends when cards were turned over or placed. The events from the first
// one that cannot be folded are the last moment: it is shown with the whole state, which follows.
/** @type {(line: Line) => Generator<Line>} */
function* moments({ v, now, events = [] }) {
  const unfolded = events.findIndex((event) => !isFolded(event)), folds = unfolded < 0 ? events.length : unfolded;
  let first = 0;
  for (const [at, { event }] of events.slice(0, folds).entries()) {
    const last = at === folds - 1;
    const shows = ["revealed", "placed", "flipped"].includes(event) && events[at + 1]?.event !== "clocked";
    if (!shows && !last) continue;
    yield { v: v - events.length + at + 1, now, events: events.slice(first, at + 1) };
    first = at + 1;
  }
  if (first < events.length) yield { v, now, events: events.slice(first) };
}

// The parts of features.
async function fetchParts() {
  const answer = await fetch(byId("stream").dataset.around, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  return { given: await answer.json() };
}

// Return whether the parts of features are unchanged: rounds change none, and big screens have none.
const ROUND = ["laid", "dealt", "round_ended"];
/** @type {(now: State, events: TableEvent[]) => boolean} */
function stays(now, events) {
  if (screen) return true;
  if (!now.view || isOver(now.view) || !events.length) return false;
  return events.every((event) => isFolded(event) || ROUND.includes(event.event));
}

// Show the change of a line, after those of earlier lines. The parts of features are fetched first.
/** @type {(before: State, state: State, line: Line, late: boolean) => void} */
function show(before, state, { full, own, events = [] }, late) {
  const still = own !== undefined || stays(state, events);
  const turns = events.some(({ event }) => event === "revealed" || event === "flipped");
  take(async () => {
    // What was not fetched is asked for again with the next of its kind.
    const parts = still ? {} : await fetchParts().catch(() => ({}));
    let told = screen ? [] : announced(before, state, events);
    return {
      next: state,
      put: (more) => keepingFocus(state, () => {
        change({ state, now: serverTime(), ...parts, ...more });
        say(told);
        told = [];
      }),
    };
  }, turns, late).then(() => {
    again &&= !full;
    if (stageOf(before) !== stageOf(state)) toTop();
  }, beginAnew);
}

// Before a game, in it, or after it.
/** @type {(of: State) => string} */
const stageOf = ({ view }) => (view ? (isOver(view) ? "over" : "playing") : "gathering");

// The beginning or the end of a game is at the top; the page does not scroll for a reader who is writing.
function toTop() {
  if (!document.activeElement?.matches("input, textarea")) scrollTo({ top: 0, behavior: "instant" });
}

// What is announced of events.
/** @type {(before: State, now: State, events: TableEvent[]) => {text: string, detail: number}[]} */
function announced(before, now, events) {
  /** @type {{text: string, detail: number}[]} */
  const announcements = events.map((event) =>
    (event.event === "arranged" ? { text: now.around.changes, detail: 1 } : speech.announcement(now, event)));
  const prompt = speech.prompt(now), asked = asks(now);
  if (asked !== "wait" && prompt !== speech.prompt(before) && announcements.every((each) => !each.text.endsWith(prompt))) {
    announcements.push({ text: prompt, detail: 1 });
    if (asked === "choose" && isAsked(now)) announcements.push({ text: speech.position(now), detail: 3 });
  }
  return announcements.filter((each) => each.text);
}

// -------------------------------------------------------------- the line

/** @type {import("./line.js").Hear} */
function hear(messages, late) {
  const lines = messages.filter(Boolean).map((message) => JSON.parse(message));
  const news = lines.filter((line) => line.line !== "here" && line.code !== "closed");
  if (news.length) heard();
  for (const [line, own] of paired(news)) hearLine(line, own, late);
  return news.some((line) => line.line !== "end");
}

// Pair each line with the line for this seat alone of the same version.
/** @type {(lines: Line[]) => [line: Line, own: Line | null][]} */
function paired(lines) {
  const own = (/** @type {number} */ at) => (lines[at]?.own && lines[at].v === lines[at - 1]?.v ? lines[at] : null);
  return lines.map((line, at) => /** @type {[Line, Line | null]} */ ([line, own(at + 1)])).filter((_, at) => !own(at));
}

/** @type {(line: Line, own: Line | null, late: boolean) => void} */
function hearLine(line, own, late) {
  const { number, watchers } = line;
  if (line.line === "said") {
    if (number > talk) after(() => hearMessage(/** @type {any} */ (line)));
    talk = Math.max(talk, number);
  } else if (watchers !== undefined) after(() => change({ watchers }));
  else if (line.line === "end") {
    // The page that loads then is of the server's version, or says why the table is closed to this viewer.
    if (["upgraded", "private", "no-table"].includes(line.code ?? "")) {
      stop();
      // Once: a worker that is not upgraded yet may send the same page again.
      try { if (line.code === "upgraded") sessionStorage.setItem(RELOADED, version); } catch { /* each time, then */ }
      after(() => location.reload());
    }
  } else {
    try { follow(line, own, late); }
    catch (error) {
      if (!(error instanceof Missing)) throw error;
      beginAnew();
    }
  }
}

function offerText() {
  const note = byId("note"), link = document.createElement("a");
  Object.assign(link, { href: `${byId("stream").dataset.page}?plain=on`, textContent: note.dataset.text });
  note.replaceChildren(`${note.dataset.stuck} `, link);
}

// Ask for the full state after a line that cannot be folded or drawn; if that fails too, offer the text version.
let again = false;
function beginAnew() {
  if (again) {
    stop();
    offerText();
    return;
  }
  again = true;
  store.known = { .../** @type {State} */ (store.known), v: 0 };
  cut();
}

// Events after the known state, to be shown with the full state that follows them.
/** @type {TableEvent[]} */
let waiting = [];

/** @type {(line: Line, own: Line | null, late: boolean) => void} */
function follow(line, own, late) {
  const all = line.events ? [...moments(line)] : [line];
  for (const each of all) {
    const before = /** @type {State} */ (store.known);
    let state = fold(before, /** @type {any} */ (each));
    if (each === all.at(-1) && own) state = fold(state, /** @type {any} */ (own));
    store.known = state;
    if (each.now) setClock(each.now);
    if (each.full) {
      show(before, state, { ...each, events: waiting }, late);
      waiting = [];
    } else if (state === before) waiting = each.events ?? waiting;
    else show(before, state, each, late);
  }
}

/** @type {(view: import("./draw.js").View) => Promise<void>} */
async function begin(view) {
  const { speech: catalogue, ...phrases } = parsed("sentences"), { page: { refused = {}, ...page } } = parsed("state"), { deals = "" } = byId("sentences").dataset;
  speech = words(speaker(catalogue));
  const state = know(document), about = { screen, deals, phrases, ...page }, load = loader(speech, about);
  await load(state).catch(offerText);
  // A field may have the focus already, and text in it.
  keepingFocus(state, () => {
    drawing(view, speech, about, load);
    change({ state, now: serverTime(), refused, say: speech });
  });
  document.dispatchEvent(new Event("sixth:shown"));
  const { wire } = byId("stream").dataset;
  let reloaded = "";
  try { reloaded = sessionStorage.getItem(RELOADED) ?? ""; } catch { /* not known, then */ }
  const mine = version === reloaded ? "" : `&page=${version}`;
  keep({
    from: () => `${wire}${wire.includes("?") ? "&" : "?"}since=${store.known?.v}&heard=${talk}${mine}`,
    end: "\n",
    hear,
    look(page) {
      const now = know(page);
      after(() => keepingFocus(now, () => change({ state: now, now: serverTime() })));
    },
  });
}
// Begin when all scripts of the page have run.
export const start = (/** @type {import("./draw.js").View} */ view) => document.addEventListener("DOMContentLoaded", () => begin(view));
