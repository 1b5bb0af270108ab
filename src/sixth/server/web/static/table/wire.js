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

const given = (id, within = document) => JSON.parse(within.getElementById(id)?.textContent ?? "null");
// The address that the page names so, with a query.
function address(name, query) {
  const start = document.getElementById("stream").dataset[name];
  return `${start}${start.includes("?") ? "&" : "?"}${query}`;
}
const table = () => document.getElementById("table");
const screen = document.querySelector(".wall") !== null;

let say, draw, state, parts = {}, talk = 0;
// The version up to which the page shows what happened.
let drawn = 0;
// The server's clock at the last line.
let clock = 0;

function know(page) {
  const { talk: number, ...line } = given("state", page);
  state = fold(null, line);
  [drawn, talk] = [state.v, number];
  parts = state.view ? draw.parts(state, clock) : {};
}

// -------------------------------------------------------------- what happens in a game

// The moments worth a look of their own: each ends when cards were turned over or placed. What comes from the first
// event on that cannot be folded is the last one: it is seen with the whole state, which follows.
function* moments({ v, now, events }) {
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
function show(before, line, late) {
  clock = line.now ?? clock;
  const now = draw.parts(state, clock), changed = Object.entries(now).filter(([id, html]) => parts[id] !== html);
  const rests = screen ? "" : ` data-resting="${state.between_rounds ? "yes" : ""}"`;
  const set = `<p-set to="table" data-v="${state.v}" data-asks="${asks(state)}"${rests}></p-set>`;
  const title = `<title>${text(say.tab(state))} – Sixth</title>`;
  [drawn, parts] = [state.v, now];
  take(`${changed.map(([, html]) => html).join("")}${set}${title}${screen ? "" : announced(before, line)}`, late);
}

function announced(before, { events = [] }) {
  const said = events.map((event) => say.announcement(state, event)), prompt = say.prompt(state), asked = asks(state);
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
const isRare = ({ events = [] }) => !state.view || events.some(({ event }) => RARE.includes(event));

// Whether the page knows how to draw the whole state, after these events: that of a round that ends or begins. A row
// comes or goes only where the deck is drafted.
function draws(before, events) {
  const rounds = (event) => isFolded(event) || ROUND.includes(event.event);
  if (screen || !before.view || isOver(state.view) || !events.length || !events.every(rounds) || isRare({ events })) return false;
  return before.view.round > 0 && before.view.rows.length === state.view.rows.length && say.late(before) === say.late(state);
}

async function fetched(query) {
  const answer = await fetch(address("patch", query), { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

// The whole table, and what was not announced yet. Lines that come meanwhile wait, so that nothing is said twice.
let waiting = null;
async function ask(late) {
  waiting = [];
  try {
    const patch = await fetched(`after=${drawn}`);
    take(patch, late);
    drawn = Number(patch.match(/ data-v="(\d+)"/)[1]);
  } catch { again(); }
  // Marks that only scripts need are not in it: with the next line all parts are put on the page.
  parts = {};
  const lines = waiting;
  waiting = null;
  for (const line of lines) hearLine(...line);
}

// One after another: what is said meanwhile is in the next.
let talking = null;
async function askTalk() {
  if (talking) { talking.more = true; return; }
  do {
    talking = { more: false };
    await fetched("talk=1").then((patch) => take(patch, false), () => {});
  } while (talking.more);
  talking = null;
}

// -------------------------------------------------------------- the line

function hear(messages, late) {
  const lines = messages.filter(Boolean).map((message) => JSON.parse(message));
  const news = lines.filter((line) => !("here" in line || line.end === "closed"));
  if (news.length) heard();
  for (const [line, own] of paired(news)) hearLine(line, own, late);
  return news.some((line) => !line.end);
}

// Each line, with what is told to this seat alone of the very same moment.
function paired(lines) {
  const own = (/** @type {number} */ at) => (lines[at]?.own && lines[at].v === lines[at - 1]?.v ? lines[at] : null);
  return lines.map((line, at) => [line, own(at + 1)]).filter((_, at) => !own(at));
}

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
let untold = [];

function follow(line, own, late) {
  const all = line.events ? [...moments(line)] : [line];
  for (const each of all) {
    const last = each === all.at(-1);
    if (waiting) { waiting.push([each, last ? own : null, late]); continue; }
    const before = state;
    state = fold(state, each);
    if (last && own) state = fold(state, own);
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
