// The news of a table: events are folded and drawn here. The server draws the parts that change once a game, before and
// after it; they are fetched when they may have changed.
import { board, pictures } from "./board.js";
import { text } from "./html.js";
import { speaker } from "./i18n.js";
import { cut, heard, keep, stop } from "./line.js";
import { after, keepingFocus, take } from "./news.js";
import { become, put, read } from "./patch.js";
import { messageLine } from "./message.js";
import { Missing, asks, fold, isFolded } from "./state.js";
import { hasCompany, isAsked, isOver } from "./turn.js";
import { view } from "./view.js";
import { words } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").TableEvent} TableEvent */
/** @typedef {import("./message.js").Message} Message */
/** @typedef {import("./view.js").Parts} Parts */
/**
 * A line of the server (docs/decisions/027): the events up to version `v`, the whole state, the news of this seat
 * alone, a chat message, the number of spectators, or the reason of the end.
 * @typedef {{line?: string, v: number, now?: number, events?: TableEvent[], full?: object, own?: object, watchers?: number,
 *   code?: string} & Record<string, any>} Line
 */

const byId = (/** @type {string} */ id, within = document) => /** @type {any} */ (within.getElementById(id));
const parsed = (/** @type {string} */ id, within = document) => JSON.parse(byId(id, within)?.textContent ?? "null");
// An address in the data of the page, with a query.
/** @type {(name: string, query: string) => string} */
function address(name, query) {
  const start = byId("stream").dataset[name];
  return `${start}${start.includes("?") ? "&" : "?"}${query}`;
}
const screen = document.querySelector(".wall") !== null;
// The most lines of chat on the page.
const MOST_LINES = screen ? 2 : 50;

/** @type {ReturnType<typeof words>} */
let say;
/** @type {ReturnType<typeof view>} */
let draw;
/** @type {ReturnType<typeof pictures>} */
let next;
/** @type {ReturnType<typeof messageLine>} */
let lineOf;
/** @type {State} */
let state;
// The parts that the server draws, by id.
/** @type {Parts} */
let around = {};
let talk = 0;
// The server's clock at the last line.
let clock = 0;

function know(/** @type {Document} */ page) {
  const { talk: number, ...line } = parsed("state", page);
  state = fold(null, line);
  [talk, clock] = [number, line.now];
  around = { watchers: watching(0), ...partsOf(byId("table", page).querySelectorAll(":scope > [id], .progress > [id]")) };
}

/** @type {(elements: Iterable<Element>) => Parts} */
const partsOf = (elements) => Object.fromEntries([...elements].map((each) => [each.id, each.outerHTML]));

// -------------------------------------------------------------- the page

// Return the patch that shows a state of the table, with an `announcement`.
/** @type {(of: State, now: number, announcement?: string) => DocumentFragment} */
function changes(of, now, announcement = "") {
  const set = `<p-set to="table" data-v="${of.v}" data-asks="${asks(of)}"></p-set>`;
  const talks = `<p-set to="talk" hidden="${hasCompany(of) ? "" : "hidden"}"></p-set>`;
  return read(`${next(of, draw.parts(of, now), around)}${set}${talks}<title>${text(say.tab(of))} – Sixth</title>${announcement}`);
}

async function ask() {
  const answer = await fetch(address("around", ""), { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  around = { ...around, ...partsOf(read(await answer.text()).children) };
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

// Return whether the server's parts are unchanged. Rounds change them only for spectators and big screens.
const ROUND = ["laid", "dealt", "round_ended"];
/** @type {(events: TableEvent[]) => boolean} */
function stays(events) {
  if (!state.view || isOver(state.view) || !events.length) return false;
  const rounds = state.seat !== null && !screen;
  return events.every((event) => isFolded(event) || (rounds && ROUND.includes(event.event)));
}

// Show the change of a line, after those of earlier lines. The server's parts are fetched first.
/** @type {(before: State, line: Line, late: boolean) => void} */
function show(before, { full, own, events = [] }, late) {
  const [now, at, still] = [state, clock, own !== undefined || stays(events)];
  const turns = events.some(({ event }) => event === "revealed" || event === "flipped");
  take(async () => {
    if (!still) await ask().catch(() => { /* it is asked for again with the next of its kind */ });
    return changes(now, at, screen ? "" : announced(before, now, events));
  }, turns, late).then(() => {
    again &&= !full;
    if (stageOf(before) !== stageOf(now)) toTop();
  }, beginAnew);
}

// Before a game, in it, or after it.
/** @type {(of: State) => string} */
const stageOf = ({ view }) => (view ? (isOver(view) ? "over" : "playing") : "gathering");

// The beginning or the end of a game is at the top; the page does not scroll for a reader who is writing.
function toTop() {
  if (!document.activeElement?.matches("input, textarea")) scrollTo({ top: 0, behavior: "instant" });
}

/** @type {(before: State, now: State, events: TableEvent[]) => string} */
function announced(before, now, events) {
  /** @type {{text: string, detail: number}[]} */
  const announcements = events.map((event) => {
    // The server draws the host's changes.
    const changed = event.event === "arranged" && read(around.gathering ?? "").firstElementChild;
    return changed ? { text: changed.getAttribute("data-changes") ?? "", detail: 1 } : say.announcement(now, event);
  });
  const prompt = say.prompt(now), asked = asks(now);
  if (asked !== "wait" && prompt !== say.prompt(before) && announcements.every((each) => !each.text.endsWith(prompt))) {
    announcements.push({ text: prompt, detail: 1 });
    if (asked === "choose" && isAsked(now)) announcements.push({ text: say.position(now), detail: 3 });
  }
  const spans = announcements.filter((each) => each.text).map((each) => `<span data-detail="${each.detail}">${text(each.text)}</span>`);
  return spans.length ? `<p-add to="say"><p>${spans.join(" ")}</p></p-add>` : "";
}

// -------------------------------------------------------------- chat

function hearMessage(/** @type {Message} */ message) {
  talk = Math.max(talk, message.number);
  if (byId(`line${message.number}`) || (screen && message.kind === "text" && !state.config.chat)) return;
  const mine = message.seat === state.seat && message.name === state.seats[message.seat].sitter?.name;
  after(() => {
    const lines = byId("said");
    lines.append(read(lineOf(message, mine)));
    while (lines.childElementCount > MOST_LINES) lines.firstElementChild.remove();
  });
}

// The number of spectators on a big screen.
function watching(/** @type {number} */ count) {
  const sentence = say.speak.ngettext("{count} watching", "{count} watching", count, { count });
  return `<span id="watchers">${count ? ` · ${sentence}` : ""}</span>`;
}

function hearWatchers(/** @type {number} */ count) {
  around.watchers = watching(count);
  after(() => put(read(around.watchers)));
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
  if (line.line === "said") hearMessage(/** @type {any} */ (line));
  else if (line.watchers !== undefined) hearWatchers(line.watchers);
  else if (line.line === "end") {
    // The page that loads then says why the table is closed to this viewer.
    if (line.code === "private" || line.code === "no-table") {
      stop();
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

// Ask for the full state after a line that cannot be folded or drawn; if that fails too, offer the text version.
let again = false;
function beginAnew() {
  if (again) {
    stop();
    const note = byId("note"), link = document.createElement("a");
    Object.assign(link, { href: `${byId("stream").dataset.page}?plain=on`, textContent: note.dataset.text });
    note.replaceChildren(`${note.dataset.stuck} `, link);
    return;
  }
  again = true;
  state = { ...state, v: 0 };
  next = pictures(board(say, screen));
  cut();
}

// Events after the known state, to be shown with the full state that follows them.
/** @type {TableEvent[]} */
let waiting = [];

/** @type {(line: Line, own: Line | null, late: boolean) => void} */
function follow(line, own, late) {
  const all = line.events ? [...moments(line)] : [line];
  for (const each of all) {
    const before = state;
    state = fold(state, /** @type {any} */ (each));
    if (each === all.at(-1) && own) state = fold(state, /** @type {any} */ (own));
    clock = each.now ?? clock;
    if (each.full) {
      show(before, { ...each, events: waiting }, late);
      waiting = [];
    } else if (state === before) waiting = each.events ?? waiting;
    else show(before, each, late);
  }
}

function begin() {
  const { speech, luck, phrases, reactions } = parsed("sentences"), { lang } = document.documentElement;
  say = words(speaker(speech));
  draw = view(say, luck, screen, byId("sentences").dataset.deals);
  next = pictures(board(say, screen));
  lineOf = messageLine({ phrases, reactions }, lang, say.speak._("You"), byId("talk")?.dataset.report ?? "");
  know(document);
  // A field may have the focus already, and text in it.
  keepingFocus(() => put(changes(state, clock)));
  document.dispatchEvent(new Event("sixth:shown"));
  keep({
    from: () => address("wire", `since=${state.v}&heard=${talk}`),
    end: "\n",
    hear,
    look(page) {
      know(page);
      const now = state;
      after(() => {
        put(changes(now, clock));
        become(byId("said"), byId("said", page));
      });
    },
  });
}
// Called when all scripts of the page have run.
document.addEventListener("DOMContentLoaded", begin);
