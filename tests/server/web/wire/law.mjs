// Folds lines of the wire, and says what a page says of them, by the modules in the folder that is the first argument:
// a request in JSON a line of the standard input, an answer in JSON a line of the standard output.
import { createInterface } from "node:readline";

const module = (name, folder = "table") => import(`${process.argv[2]}/${folder}/${name}.js`);
// The library looks for a document as it is loaded; templates need none until they are put on a page.
globalThis.document = { createTreeWalker: () => null, addEventListener() {} };
const { FOLDED, Missing, fold } = await module("fold");
const { asks, awaited, heads, legal, places, preview, toAct } = await module("derived");
const { speaker } = await module("i18n");
const { words } = await module("words");
const { attributesOf, sceneOf, shared, tables } = await module("table", "table/view");
const { parts } = await module("apart", "table/view");
const { arounds } = await module("asides", "table/view");
const { lines: differences } = await module("differs");
const { walls } = await module("wall", "table/view");
const { nothing } = await module("lit-html", "lit");
const { after, read, start } = await module("record", "replay");
const { jumps, picture } = await module("picture", "replay");
const lesson = await module("picture", "learn");

const isObject = (value) => typeof value === "object" && value !== null;

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
const escaped = (value) => String(value).replace(/[&<>"']/g, (sign) => SIGNS[sign]);

// What is drawn, as HTML.
function htmlOf(drawn) {
  if (drawn === nothing || drawn === undefined || drawn === null) return "";
  if (Array.isArray(drawn)) return drawn.map(htmlOf).join("");
  if (!isObject(drawn)) return escaped(drawn);
  if (!drawn.strings) {
    const [items, , draw] = drawn.values;
    return items.map((item, at) => htmlOf(draw(item, at))).join("");
  }
  return drawn.strings.reduce((html, string, at) => {
    if (at === drawn.values.length) return html + string;
    const value = drawn.values[at], [whole, sign, name] = /\s([?.@]?)([\w-]+)=$/.exec(string) ?? ["", "", ""];
    const before = html + string.slice(0, string.length - whole.length);
    if (!whole) return before + (/<[^>]*$/.test(before) ? escaped(value) : htmlOf(value));
    if (sign === "?") return before + (value ? ` ${name}=""` : "");
    return sign || value === nothing ? before : `${before} ${name}="${escaped(value)}"`;
  }, "");
}



// A mutation of what is frozen throws.
function frozen(value) {
  if (!isObject(value) || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

// The path to the first value by which two differ; null if they are equal.
function difference(one, other, path = "") {
  if (one === other) return null;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return path || "all";
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inside = `${path}${path && "."}${key}`;
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) return inside;
    const found = difference(one[key], other[key], inside);
    if (found !== null) return found;
  }
  return null;
}

const at = (value, path) => path.split(".").reduce((inside, key) => inside?.[key], value) ?? null;

// The state after these lines, or why they do not follow.
function folded(known, lines) {
  try {
    return { state: lines.reduce((state, line) => frozen(fold(state, line)), known) };
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return { missing: error.message };
  }
}

function check({ known, lines, then }) {
  const { state, missing } = folded(known, lines);
  if (missing) return { path: missing };
  const path = difference(state, then);
  return path === null ? null : { path, folded: at(state, path), server: at(then, path) };
}

const english = words(speaker({ language: "en", sentences: {} }));

const OPERATIONS = {
  // Whether the fold of each case's lines is the state that the server gives; the first that is not.
  law({ cases }) {
    for (const [index, each] of cases.entries()) {
      const wrong = check(each);
      if (wrong) return { index, ...wrong };
    }
    return null;
  },

  // The kinds of event whose fold is missed if it does nothing.
  noticed({ cases }) {
    return Object.keys(FOLDED).filter((kind) => {
      const fold = FOLDED[kind];
      FOLDED[kind] = (state) => state;
      const missed = cases.some((each) => check(each));
      FOLDED[kind] = fold;
      return missed;
    });
  },

  // What each case's lines change without need: paths to equal values that are other objects than before.
  remade({ cases }) {
    const found = new Set();
    for (const { known, lines } of cases) {
      const { state } = folded(known, lines);
      for (const [within, before, after] of [["", known, state], ["view.", known.view ?? {}, state.view ?? {}]]) {
        for (const key of Object.keys(before)) {
          if (before[key] !== after[key] && difference(before[key], after[key]) === null) found.add(`${within}${key}`);
        }
      }
    }
    return [...found];
  },

  // For each case: why its lines do not follow; null if they do.
  missing: ({ cases }) => cases.map(({ known, lines }) => folded(known, lines).missing ?? null),

  folded: ({ cases }) => cases.map(({ known, lines }) => folded(known, lines).state),

  kinds: () => Object.keys(FOLDED),

  derived: ({ states }) => states.map((state) => ({
    legal: legal(state),
    asks: asks(state),
    to_act: toAct(state),
    awaited: awaited(state),
    previews: (state.view?.hand ?? []).map((card) => preview(state, card)),
    heads: (state.view?.hand ?? []).map((card) => heads(state.rules, card)),
    where: (state.view?.hand ?? []).map((card) => english.where(state, card)),
  })),

  // All that is said of each state, and what is announced of each case's events.
  words({ states, cases, catalogue }) {
    const say = words(speaker(catalogue));
    const of = (state) => ({
      names: say.namesOf(state),
      played: state.seats.map((_, seat) => say.played(state, seat)),
      prompt: say.prompt(state),
      waiting: say.waiting(state),
      tab: say.tab(state),
      ready: say.ready(state),
      missed: say.missed(state),
      progress: say.progress(state),
      doing: state.seats.map((_, seat) => say.doing(state, seat)),
      story: say.story(state).map(({ text, seat }) => [text, seat]),
      position: say.position(state),
      dearest: state.between_rounds ? say.dearest(state) : "",
    });
    const told = ({ lines, then }) => lines
      .flatMap((line) => line.events ?? [])
      .map((event) => say.announcement(then, event))
      .map(({ text, detail }) => [text, detail]);
    return { states: states.map((state) => state && of(state)), cases: cases.map(told) };
  },

  // What is announced of these events where the state after them is the first one.
  announced: ({ states, events }) => events.map((event) => english.announcement(states[0], event)).map(({ text, detail }) => [text, detail]),

  // Why rows were taken in each state.
  why: ({ states }) => states.map(english.why),

  // The page of each state that may be seen, with what lies around the table. What features give is the same for all of them.
  pictures({ states, catalogue, deals, now, screen, given, coachless = false }) {
    const say = words(speaker(catalogue)), page = { deals, screen, coachless, given: () => given }, beside = arounds(say, page, shared);
    const apart = parts(say, { ...page, ...beside }, shared);
    const draw = (screen ? walls : tables)(say, { ...page, apart: () => apart, differs: differences(say, { rules: "/rules" }, shared) });
    return states.map((state) => {
      if (!state) return null;
      const given = Object.entries(attributesOf(state, screen)).filter(([, value]) => value !== null);
      const attributes = given.map(([name, value]) => ` ${name}="${value}"`).join("");
      const around = Object.entries(screen ? {} : beside.asides).map(([id, aside]) => `<div id="${id}">${htmlOf(aside(state))}</div>`);
      return `<main id="table"${screen ? ' class="wall"' : ""}${attributes}>${htmlOf(draw.whole(sceneOf(state, now)))}</main>${around.join("")}`;
    });
  },

  // The table after each event of a record, with all hands, and the event whose fold was not as it should be.
  record({ header, events, then }) {
    let moment = frozen(start(header));
    for (const [at, event] of events.entries()) {
      moment = frozen(after(moment, event, at + 1));
      const { state, hands } = moment, { view, between_rounds } = state;
      const path = difference({ view, between_rounds, hands }, then[at]);
      if (path !== null) return { at, path, folded: path.split(".").reduce((inside, key) => inside?.[key], { view, between_rounds, hands }) ?? null };
    }
    return null;
  },

  // The steps of a record: number, round, what is said, where the buttons lead, and at the steps `drawn` the page
  // from each seat asked for.
  replay({ text, catalogue, page, seats, drawn }) {
    const { steps } = read(text), say = words(speaker(catalogue)), draw = picture(steps, say, page);
    return steps.map(({ number, round, event, moment: { state } }) => ({
      number, round, event: event.event, said: say.announcement(state, event).text, jumps: jumps(steps, number),
      pages: (drawn.includes(number) ? seats : []).map((seat) => Object.values(draw(number, seat)).filter(isObject).map(htmlOf).join("")),
    }));
  },

  // For each path of the lesson, the table in the end, and the page there and at each moment before; null for no path.
  lesson({ steps, catalogue, paths }) {
    const draw = lesson.picture(steps, words(speaker(catalogue)));
    return paths.map(([number, ...decided]) => {
      const found = frozen(lesson.follow(steps, Number(number), decided));
      if (!found) return null;
      return { state: found.after, rest: htmlOf(draw.rest(found)), moments: found.moments.map((state) => htmlOf(draw.passing(found, state))) };
    });
  },

  // Why a text is no record; null if it is one.
  refused({ text }) {
    try { return read(text) && null; } catch (error) {
      if (!(error instanceof Missing)) throw error;
      return error.message;
    }
  },

  places: ({ asked }) => asked.map(([rows, card, both]) => places(rows, card, both)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { op, fulls, cases, more } = JSON.parse(line);
  const states = fulls.map((full) => full && frozen(fold(null, full)));
  const asked = cases.map(([known, lines, then]) => ({ known: states[known], lines, then: states[then] }));
  process.stdout.write(`${JSON.stringify(OPERATIONS[op]({ states, cases: asked, ...more }))}\n`);
}
