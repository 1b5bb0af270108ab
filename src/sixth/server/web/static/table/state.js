// The state of a table's page, and values derived from it. Pure: no document, no clock, nothing outside is touched.
//
// `fold` makes the next state from a line of the wire. It folds the events within a turn; a line with any other
// event is followed by a `full` line, which replaces the state. Values that a line does not change stay the same
// objects, so that renderers can compare them by identity. The server's clock (`now` of a line) is no
// part of the state. tests/server/web/wire/test_law.py holds all of this to the server's own `page_state`.

/** @typedef {"right" | "left"} Side */
/** @typedef {[row: number, end: Side]} Place A row, counted from 0, and the end of it that a card goes to. */
/** @typedef {{choose: number} | {pick: number} | {take: number, end?: Side}} Action */
/** @typedef {"lay" | "pick" | "deal" | "choose" | "flip" | "take" | "place" | "score" | "end" | "over"} Phase */
/**
 * @typedef {"choose" | "take" | "side" | "pick" | "flip" | "next" | "again" | "sit" | "begin" | "back" | "wait"} Asks
 */

/**
 * @typedef {object} Rules
 * @property {number} seats
 * @property {"full" | "tactical" | number} deck
 * @property {number} hand
 * @property {number} rows
 * @property {number} row_limit
 * @property {"random" | "draft" | "halves"} deal
 * @property {"simultaneous" | "flip"} play
 * @property {"right" | "both"} ends
 * @property {"classic" | "light"} heads
 * @property {"fewest" | "most"} goal
 * @property {{kind: "score" | "rounds" | "elimination", limit?: number, rounds?: number}} end
 */

/**
 * The player of a seat, or the bot that stands in: `human` says that a person or a bot from outside decides.
 * @typedef {{name: string, kind: string, human: boolean, run_by: string}} Sitter
 */
/**
 * The config of the table.
 * @typedef {object} Config
 * @property {boolean} listed
 * @property {boolean} spectators
 * @property {boolean} late
 * @property {boolean} outside
 * @property {boolean} outside_talk
 * @property {boolean} helps
 * @property {boolean} chat
 * @property {boolean} rated
 * @property {boolean} matched
 * @property {string} stand_in
 * @property {number} turn_seconds
 * @property {number} bank_seconds
 */

/** @typedef {{sitter: Sitter | null, stand_in: Sitter | null, claimed_by: string | null, ready: boolean}} Seat */
/** @typedef {{until: (number | null)[], banks: number[], pause: number | null, extended: boolean}} Clock */

/**
 * An event as all viewers of the table know it; `event` is its kind.
 * @typedef {Record<string, any>} TableEvent
 */

/**
 * The game as the viewer may know it; docs/bots.md explains each key.
 * @typedef {object} View
 * @property {number} round
 * @property {number} part
 * @property {number} turn
 * @property {Phase} phase
 * @property {number | null} actor
 * @property {number[]} seats_in
 * @property {number[]} hand
 * @property {number[]} counts
 * @property {number[][]} open_hands
 * @property {number | null} chosen
 * @property {boolean[]} has_chosen
 * @property {number[][]} rows
 * @property {number[][]} piles
 * @property {number[]} totals
 * @property {[card: number, seat: number][]} pending
 * @property {Place | null} taking
 * @property {number[]} open_deck
 * @property {TableEvent[]} history
 * @property {number[][]} past
 * @property {number[]} out_now
 * @property {number[]} winners
 */

/**
 * The content of `full` (`PageState` in the document of the API), and `v`, the version of the table.
 * scripts/types holds this to that document.
 * @typedef {object} State
 * @property {number} v
 * @property {string} id
 * @property {string} code
 * @property {Rules} rules
 * @property {Config} config
 * @property {number | null} seat
 * @property {number | null} host
 * @property {Seat[]} seats
 * @property {number} games
 * @property {string | null} game
 * @property {string} again
 * @property {string} daily
 * @property {boolean} practice
 * @property {boolean} between_rounds
 * @property {number[]} waited_for
 * @property {string} promise
 * @property {string} next_promise
 * @property {string} text
 * @property {boolean} barred
 * @property {number} missed
 * @property {number | null} claim
 * @property {number | null} offered
 * @property {string[]} changed
 * @property {[seat: number, round: number, turn: number][]} advised
 * @property {[seat: number, wished: boolean][]} coached
 * @property {Clock | null} clock
 * @property {View | null} view
 */

/** @typedef {State & {view: View}} Playing A state in which a game has begun. */
/** @typedef {{v: number, now: number, full: Omit<State, "v">}} FullLine */
/** @typedef {{v: number, now: number, events: TableEvent[]}} EventsLine */
/** @typedef {{v: number, own: {chosen: number | null}}} OwnLine */

// Thrown where a line does not follow from the state: the page then asks for the whole.
export class Missing extends Error {}

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
  if ("full" in line) return { ...line.full, v: line.v };
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

/**
 * Return whether an event is part of a turn, so that it can be folded.
 * @param {TableEvent} event
 */
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

// ------------------------------------------------------------------ derived values

/**
 * Return the heads of a card.
 * @param {Pick<Rules, "heads">} rules
 * @param {number} card
 */
export function heads(rules, card) {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  if (card % 5 === 0) return 2;
  return rules.heads === "light" ? 0 : 1;
}

/**
 * Return every place where a card may go: none (it takes a row of choice), one, or several equally close ones.
 *
 * With `both` a card may go to the left of a row too. Full rows count: a card that must go to one takes it.
 * @param {number[][]} rows
 * @param {number} card
 * @param {boolean} both
 * @returns {Place[]}
 */
export function places(rows, card, both) {
  let nearest = Infinity;
  /** @type {Place[]} */
  let nearby = [];
  rows.forEach((row, at) => {
    const first = row[0], last = row[row.length - 1];
    const right = last < card;
    if (!right && !(both && card < first)) return;
    const distance = right ? card - last : first - card;
    if (distance < nearest) [nearest, nearby] = [distance, []];
    if (distance === nearest) nearby.push([at, right ? "right" : "left"]);
  });
  return nearby;
}

/**
 * Return the legal actions of the viewer, as in records.
 * @param {State} state
 * @returns {Action[]}
 */
export function legal({ rules, seat, view }) {
  if (seat === null || !view) return [];
  if (view.phase === "choose") return view.hand.map((card) => ({ choose: card }));
  if (seat !== view.actor) return [];
  if (view.phase === "pick") return view.open_deck.map((card) => ({ pick: card }));
  if (view.phase !== "take") return [];
  const choice = places(view.rows, view.pending[0][0], rules.ends === "both");
  return choice.length ? choice.map(([take, end]) => ({ take, end })) : view.rows.map((_, take) => ({ take }));
}

/**
 * Return the page's question to its viewer, in one word.
 * @param {State} state
 * @returns {Asks}
 */
export function asks(state) {
  const { seat, seats, view } = state;
  if (seat !== null && seats[seat].stand_in) return "back";
  if (!view) {
    if (seat === null) return state.offered === null ? "wait" : "sit";
    return seat === state.host ? "begin" : "wait";
  }
  if (seat === null) return "wait";
  const { ready } = seats[seat];
  if (view.phase === "over") return ready || state.daily ? "wait" : "again";
  if (state.between_rounds) return state.waited_for.includes(seat) && !ready ? "next" : "wait";
  if (view.phase === "flip") return view.actor === seat ? "flip" : "wait";
  const [first] = legal(state);
  if (!first) return "wait";
  if ("choose" in first) return "choose";
  if ("pick" in first) return "pick";
  return first.end ? "side" : "take";
}

/**
 * Return the seats that the game waits for.
 * @param {State} state
 * @returns {number[]}
 */
export function toAct({ view }) {
  if (view?.phase === "choose") return view.seats_in.filter((seat) => !view.has_chosen[seat]);
  if ((view?.phase === "pick" || view?.phase === "take") && view.actor !== null) return [view.actor];
  return [];
}

/**
 * Return the seats that the game waits for, and the one whose card is to be turned over.
 * @param {State} state
 * @returns {number[]}
 */
export function awaited(state) {
  const { view } = state;
  return view?.phase === "flip" && view.actor !== null ? [view.actor] : toAct(state);
}

/**
 * The outcome of a card now. `why` is that of the event `placed`: it `fits` a row, takes a `full` one, is too
 * `low` for any (or, at both ends, lies within all), or has a `choice` of equally close places. `row` and `end` are
 * its place, and `beside` the card next to it, null if unknown. `takes` is whether it takes a row
 * in any case. `heads` are those of that row, the fewest of all rows for `low`, null for `choice`.
 * @typedef {object} Preview
 * @property {number} card
 * @property {"fits" | "full" | "low" | "choice"} why
 * @property {Place[]} places
 * @property {number | null} row
 * @property {Side | null} end
 * @property {number | null} beside
 * @property {boolean} takes
 * @property {number | null} heads
 */

/**
 * Return the outcome of a card of the hand if nothing changed; null where no card is to be chosen.
 * @param {State} state
 * @param {number} card
 * @returns {Preview | null}
 */
export function preview({ rules, view }, card) {
  if (view?.phase !== "choose" || !view.hand.includes(card)) return null;
  const ways = places(view.rows, card, rules.ends === "both");
  const nowhere = { card, places: ways, row: null, end: null, beside: null };
  const full = (/** @type {number} */ row) => view.rows[row].length >= rules.row_limit;
  const cost = (/** @type {number[]} */ row) => row.reduce((sum, each) => sum + heads(rules, each), 0);
  if (!ways.length) return { ...nowhere, why: "low", takes: true, heads: Math.min(...view.rows.map(cost)) };
  if (ways.length > 1) return { ...nowhere, why: "choice", takes: ways.every(([row]) => full(row)), heads: null };
  const [[row, end]] = ways;
  const lying = view.rows[row], takes = full(row);
  const beside = end === "left" ? lying[0] : lying[lying.length - 1];
  return { card, why: takes ? "full" : "fits", places: ways, row, end, beside, takes, heads: cost(lying) };
}
