// The next state of a table's page, from a line of the wire. Pure: no document, no clock, nothing outside is touched.
//
// The events within a turn are folded; a line with any other event is followed by a `full` line, which replaces the state.
// Values that a line does not change stay the same objects, so that renderers can compare them by identity. The server's
// clock (`now` of a line) is no part of the state. tests/server/web/wire/test_law.py holds all of this to the server's own
// `page_state`.
import { places } from "./derived.js";

// Thrown where a line does not follow from the state: the page then asks for the whole.
export class Missing extends Error {}

// What lies around a game that is at no table.
/** @type {Around} */
export const BARE = { ending: null, title: "", differs: [], talks: false, changes: "", pace: "", late: "" };

// ------------------------------------------------------------------ the fold

/**
 * Return the state after a line of the wire, where it was `state` before; null where nothing is known yet.
 *
 * A line with an event that is no part of a turn leaves the state as it is, until the `full` line behind it comes.
 * @param {State | null} state
 * @param {FullLine | EventsLine | OwnLine} line
 * @returns {State}
 * @throws {Missing} the line does not follow from the state, or is of no kind that is known here
 */
export function fold(state, line) {
  if ("full" in line) return { ...line.full, v: line.v, around: line.around ?? BARE };
  if (!state) throw new Missing("state");
  if ("own" in line) {
    if (line.v !== state.v) throw new Missing(`${line.v}, ${state.v}`);
    const { chosen } = line.own;
    return playing(state).view.chosen === chosen ? state : withView(state, { chosen });
  }
  if (!("events" in line)) throw new Missing("line");
  const { v, events } = line;
  if (v - events.length !== state.v) throw new Missing(`${v}, ${state.v}`);
  const strange = events.find((each) => !(isFolded(each) || WHOLE.has(each.event)));
  if (strange) throw new Missing(strange.event);
  if (!events.every(isFolded)) return state;
  const lent = new Set();
  // A view has its history without versions.
  for (const { v: _, ...event } of events) state = FOLDED[event.event](state, /** @type {TableEvent} */ (event), lent);
  return { ...state, v };
}

// Return whether an event is part of a turn, so that it can be folded.
/** @type {(event: TableEvent) => boolean} */
export const isFolded = ({ event }) => Object.hasOwn(FOLDED, event);

// Events that are no part of a turn: a `full` line follows them. `hidden` is one that is told to nobody.
const WHOLE = new Set([
  ..."arranged sat renamed claimed unclaimed left kicked played-out stood-in returned began hidden".split(" "),
  ..."laid dealt round_ended game_ended abandoned".split(" "),
]);

/**
 * The change of the state by each event of a turn. `lent` are the seats whose time was up earlier in the line: a bot
 * acts for them next, which does not count as their own action.
 * @type {Record<string, (state: State, event: any, lent: Set<number>) => State>}
 */
export const FOLDED = {
  chose(state, { seat }, lent) {
    const { has_chosen } = playing(state).view;
    const next = has_chosen[seat] ? state : withView(state, { has_chosen: withItem(has_chosen, seat, true) });
    return acted(next, seat, lent);
  },

  revealed(state, event) {
    const { rules, seat, view } = playing(state);
    const { cards } = event;
    const own = seat === null ? null : cards[seat];
    return placing(state, {
      hand: own === null ? view.hand : without(view.hand, own),
      counts: view.counts.map((count, each) => (cards[each] === null ? count : count - 1)),
      open_hands: rules.deal === "draft"
        ? view.open_hands.map((hand, each) => (cards[each] === null ? hand : without(hand, cards[each])))
        : view.open_hands,
      chosen: null,
      has_chosen: cards.map(() => false),
      pending: cards
        .map((/** @type {number | null} */ card, /** @type {number} */ each) => [card, each])
        .filter((/** @type {[number | null, number]} */ [card]) => card !== null)
        .sort((/** @type {[number, number]} */ [one], /** @type {[number, number]} */ [other]) => one - other),
      history: [...view.history, event],
      taking: null,
    });
  },

  flipped(state, event, lent) {
    const { view } = playing(state);
    const { seat, card } = event;
    const next = placing(state, {
      counts: withItem(view.counts, seat, view.counts[seat] - 1),
      pending: [[card, seat]],
      history: [...view.history, event],
      taking: null,
    });
    return acted(next, seat, lent);
  },

  took(state, event, lent) {
    const { view } = playing(state);
    const { seat, row, end } = event;
    if (view.phase !== "take" || view.actor !== seat) throw new Missing(`take ${seat}`);
    const history = [...view.history, event];
    return acted(withView(state, { taking: [row, end ?? "right"], phase: "place", actor: null, history }), seat, lent);
  },

  placed(state, event) {
    const { view } = playing(state);
    const { seat, card, row, end, taken } = event;
    const [next, ...pending] = view.pending;
    if (next?.[0] !== card || next[1] !== seat) throw new Missing(`place ${card}`);
    const lying = view.rows[row];
    const rows = taken.length ? [card] : end === "left" ? [card, ...lying] : [...lying, card];
    /** @type {Partial<View>} */
    const changes = {
      rows: withItem(view.rows, row, rows),
      piles: taken.length ? withItem(view.piles, seat, [...view.piles[seat], ...taken]) : view.piles,
      pending,
      taking: null,
      history: [...view.history, event],
    };
    return pending.length ? placing(state, changes) : withView(state, { ...changes, ...afterPlacing(state, seat) });
  },

  picked(state, event, lent) {
    const { rules, view, ...around } = playing(state);
    const { seat, card } = event;
    const hand = [...view.open_hands[seat], card].sort((one, other) => one - other);
    const counts = withItem(view.counts, seat, hand.length);
    const dealt = counts.reduce((sum, count) => sum + count) === rules.hand * view.seats_in.length;
    const next = withView(state, {
      hand: around.seat === seat ? hand : view.hand,
      counts,
      open_hands: withItem(view.open_hands, seat, hand),
      open_deck: without(view.open_deck, card),
      actor: dealt ? null : seatAfter(view, seat),
      phase: dealt ? "deal" : "pick",
      history: [...view.history, event],
    });
    return acted(next, seat, lent);
  },

  clocked: (state, { until, banks, pause, extended }) => ({ ...state, clock: { until, banks, pause, extended } }),

  "timed-out"(state, { seat }, lent) {
    lent.add(seat);
    return seat === state.seat ? { ...state, missed: state.missed + 1 } : state;
  },

  extended(state) {
    const { clock, config } = state;
    if (!clock) return state;
    const later = (/** @type {number | null} */ end) => end && end + config.turn_seconds * 1000;
    return { ...state, clock: { ...clock, until: clock.until.map(later), pause: later(clock.pause), extended: true } };
  },

  readied: (state, { seat, ready }) => ({
    ...state, seats: withItem(state.seats, seat, { ...state.seats[seat], ready }),
  }),

  advised: (state, { seat, round, turn }) => ({ ...state, advised: [...state.advised, [seat, round, turn]] }),

  coached: (state, { seat, wished }) => ({ ...state, coached: [...state.coached, [seat, wished]] }),
};

/** @type {(state: State) => Playing} */
function playing(state) {
  if (!state.view) throw new Missing("game");
  return /** @type {Playing} */ (state);
}

/** @type {(state: State, changes: Partial<View>) => State} */
const withView = (state, changes) => ({ ...state, view: { ...playing(state).view, ...changes } });

/** @type {<T>(values: T[], index: number, value: T) => T[]} */
const withItem = (values, index, value) => values.map((each, at) => (at === index ? value : each));

/** @type {(cards: number[], card: number) => number[]} */
function without(cards, card) {
  if (!cards.includes(card)) throw new Missing(`card ${card}`);
  return cards.filter((each) => each !== card);
}

// The state after an action of a seat: its own, unless its time was up and a bot acted.
/** @type {(state: State, seat: number, lent: Set<number>) => State} */
function acted(state, seat, lent) {
  if (lent.delete(seat) || seat !== state.seat || !state.missed) return state;
  return { ...state, missed: 0 };
}

// Place the next card, or wait for its seat if it has no place or several.
/** @type {(state: State, changes: Partial<View>) => State} */
function placing(state, changes) {
  const next = withView(state, changes), { pending, rows } = playing(next).view;
  const [card, seat] = pending[0];
  const one = places(rows, card, state.rules.ends === "both").length === 1;
  return withView(next, one ? { phase: "place", actor: null } : { phase: "take", actor: seat });
}

// Go on after the last card of a turn was placed or, where cards are flipped, that of a seat.
/** @type {(state: State, seat: number) => Partial<View>} */
function afterPlacing(state, seat) {
  const { rules, view } = playing(state), { seats_in: players } = view;
  const flips = rules.play === "flip";
  if (flips && seat !== players[players.length - 1]) return { phase: "flip", actor: seatAfter(view, seat) };
  const turn = view.turn + 1;
  if (view.counts[players[0]]) {
    return flips ? { turn, phase: "flip", actor: players[0] } : { turn, phase: "choose", actor: null };
  }
  if (view.part < (rules.deal === "halves" ? 2 : 1)) return { turn, phase: "deal", actor: null };
  return { phase: "score", actor: null };
}

/** @type {(view: View, seat: number) => number} */
const seatAfter = ({ seats_in }, seat) => seats_in[(seats_in.indexOf(seat) + 1) % seats_in.length];
