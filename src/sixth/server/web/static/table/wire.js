// The news of a table as facts: what happens in a game is folded and drawn here; what happens around it is drawn by the
// server, and asked for when it has come.
import { speaker } from "./i18n.js";
import { cut, heard, keep, stop } from "./line.js";
import { after, take } from "./news.js";
import { become } from "./patch.js";
import { Missing, asks, fold, isFolded } from "./state.js";
import { isAsked, isOver } from "./turn.js";
import { text, view } from "./view.js";
import { words } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Happening} Happening */
/**
 * A line of the server (docs/decisions/027): what has happened up to version `v`, the whole state, what is told to this
 * seat alone, what was said, or why it ends.
 * @typedef {{v: number, now?: number, events?: Happening[], full?: object, own?: object, said?: {number: number},
 *   end?: string} & Record<string, any>} Line
 */

const given = (/** @type {string} */ id, within = document) => JSON.parse(within.getElementById(id)?.textContent ?? "null");
// The address that the page names so, with a query.
/** @type {(name: string, query: string) => string} */
function address(name, query) {
  const start = /** @type {string} */ (document.getElementById("stream")?.dataset[name]);
  return `${start}${start.includes("?") ? "&" : "?"}${query}`;
}
const table = () => document.getElementById("table");
const playing = (/** @type {State} */ known) => /** @type {import("./state.js").Playing} */ (known);
const screen = document.querySelector(".wall") !== null;

/** @type {ReturnType<typeof words>} */
let say;
/** @type {ReturnType<typeof view>} */
let draw;
/** @type {State} */
let state;
/** @type {import("./view.js").Parts} */
let parts = {};
let talk = 0;
// The version up to which the page shows what happened.
let drawn = 0;
// The server's clock at the last line.
let clock = 0;

function know(/** @type {Document} */ page) {
  const { talk: number, ...line } = given("state", page);
  state = fold(null, line);
  [drawn, talk] = [state.v, number];
  parts = state.view ? draw.parts(playing(state), clock) : {};
}

// -------------------------------------------------------------- what happens in a game

// The moments worth a look of their own: each ends when cards were turned over or placed. What comes from the first
// event on that cannot be folded is the last one: it is seen with the whole state, which follows.
/** @type {(line: Line) => Generator<Line>} */
function* moments({ v, now, events = [] }) {
  const found = events.findIndex((event) => !isFolded(event)), folds = found < 0 ? events.length : found;
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

// Draw what a line has changed, and announce it.
/** @type {(before: State, line: Line, late: boolean) => void} */
function show(before, line, late) {
  clock = line.now ?? clock;
  const now = draw.parts(playing(state), clock), changed = Object.entries(now).filter(([id, html]) => parts[id] !== html);
  const rests = screen ? "" : ` data-resting="${state.between_rounds ? "yes" : ""}"`;
  const set = `<p-set to="table" data-v="${state.v}" data-asks="${asks(state)}"${rests}></p-set>`;
  const title = `<title>${text(say.tab(state))} – Sixth</title>`;
  [drawn, parts] = [state.v, now];
  take(`${changed.map(([, html]) => html).join("")}${set}${title}${screen ? "" : announced(before, line)}`, late);
}

/** @type {(before: State, line: Line) => string} */
function announced(before, { events = [] }) {
  /** @type {{text: string, detail: number}[]} */
  const said = events.map((event) => say.announcement(state, event));
  const prompt = say.prompt(state), asked = asks(state);
  if (asked !== "wait" && prompt !== say.prompt(before)) {
    said.push({ text: prompt, detail: 1 });
    if (asked === "choose" && isAsked(state)) said.push({ text: say.position(state), detail: 3 });
  }
  const spans = said.filter((each) => each.text).map((each) => `<span data-detail="${each.detail}">${text(each.text)}</span>`);
  return spans.length ? `<p-add to="say"><p>${spans.join(" ")}</p></p-add>` : "";
}

// -------------------------------------------------------------- what the server draws

// All that happens outside of a game, and in it what happens rarely.
const RARE = ["advised", "coached"], ROUND = ["laid", "dealt", "round_ended"];
/** @type {(line: Pick<Line, "events">) => boolean} */
const isRare = ({ events = [] }) => !state.view || events.some(({ event }) => RARE.includes(event));

// Whether the page knows how to draw the whole state, after these events: that of a round that ends or begins. A row
// comes or goes only where the deck is drafted.
/** @type {(before: State, events: Happening[]) => boolean} */
function draws(before, events) {
  const rounds = (/** @type {Happening} */ event) => isFolded(event) || ROUND.includes(event.event);
  if (screen || !before.view || isOver(state.view) || !events.length || !events.every(rounds) || isRare({ events })) return false;
  return before.view.round > 0 && before.view.rows.length === playing(state).view.rows.length && say.late(before) === say.late(state);
}

async function fetched(/** @type {string} */ query) {
  const answer = await fetch(address("patch", query), { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

// The whole table, and what was not announced yet. Lines that come meanwhile wait, so that nothing is said twice.
/** @type {[line: Line, own: Line | null, late: boolean][] | null} */
let waiting = null;
async function ask(/** @type {boolean} */ late) {
  /** @type {[line: Line, own: Line | null, late: boolean][]} */
  const lines = [];
  waiting = lines;
  try {
    const patch = await fetched(`after=${drawn}`);
    take(patch, late);
    drawn = Number(/ data-v="(\d+)"/.exec(patch)?.[1]);
  } catch { again(); }
  // Marks that only scripts need are not in it: with the next line all parts are put on the page.
  parts = {};
  waiting = null;
  for (const line of lines) hearLine(...line);
}

// One after another: what is said meanwhile is in the next.
/** @type {{more: boolean} | null} */
let talking = null;
async function askTalk() {
  if (talking) { talking.more = true; return; }
  let now;
  do {
    now = talking = { more: false };
    await fetched("talk=1").then((patch) => take(patch, false), () => {});
  } while (now.more);
  talking = null;
}

// -------------------------------------------------------------- the line

/** @type {import("./line.js").Hear} */
function hear(messages, late) {
  const lines = messages.filter(Boolean).map((message) => JSON.parse(message));
  const news = lines.filter((line) => !("here" in line || line.end === "closed"));
  if (news.length) heard();
  for (const [line, own] of paired(news)) hearLine(line, own, late);
  return news.some((line) => !line.end);
}

// Each line, with what is told to this seat alone of the very same moment.
/** @type {(lines: Line[]) => [line: Line, own: Line | null][]} */
function paired(lines) {
  const own = (/** @type {number} */ at) => (lines[at]?.own && lines[at].v === lines[at - 1]?.v ? lines[at] : null);
  return lines.map((line, at) => /** @type {[Line, Line | null]} */ ([line, own(at + 1)])).filter((_, at) => !own(at));
}

/** @type {(line: Line, own: Line | null, late: boolean) => void} */
function hearLine(line, own, late) {
  if (waiting) { waiting.push([line, own, late]); return; }
  if (line.said || "watchers" in line) {
    talk = Math.max(talk, line.said?.number ?? 0);
    askTalk();
  } else if (line.end) {
    // Why nobody may look any more is the last thing that the page shows.
    if (line.end === "private" || line.end === "no-table") { stop(); ask(late); }
  } else {
    try { follow(line, own, late); }
    catch (error) {
      if (!(error instanceof Missing)) throw error;
      again();
    }
  }
}

// Something is missing: ask for the whole.
function again() {
  state = { ...state, v: 0 };
  cut();
}

// What has happened since the state that is known, of which the whole is still to come.
/** @type {Happening[]} */
let untold = [];

/** @type {(line: Line, own: Line | null, late: boolean) => void} */
function follow(line, own, late) {
  const all = line.events ? [...moments(line)] : [line];
  for (const each of all) {
    const last = each === all.at(-1);
    if (waiting) { waiting.push([each, last ? own : null, late]); continue; }
    const before = state;
    state = fold(state, /** @type {any} */ (each));
    if (last && own) state = fold(state, /** @type {any} */ (own));
    if (each.full) {
      const events = untold;
      untold = [];
      if (state.v <= drawn) continue;
      if (draws(before, events)) show(before, { ...each, events }, late);
      else ask(late);
    } else if (state === before) untold = each.events ?? untold;
    else if (state.v > drawn || each.own) { if (isRare(each)) ask(late); else show(before, each, late); }
  }
}

function begin() {
  const { speech, luck } = given("sentences");
  say = words(speaker(speech));
  draw = view(say, luck, screen);
  know(document);
  keep({
    from: () => address("wire", `since=${state.v}&heard=${talk}`),
    end: "\n",
    hear,
    look(page) {
      after(() => become(table(), page.getElementById("table")));
      know(page);
    },
  });
}
// Once all scripts of the page have run.
document.addEventListener("DOMContentLoaded", begin);
