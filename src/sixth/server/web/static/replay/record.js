// An ended game, from its record: the table after each event, and the steps of its replay. Pure.
//
// Events within a turn are folded as on the page of a table; events between turns are folded here.
// tests/server/web/replay/test_law.py holds both to the rules.
import { BARE, Missing, fold } from "../table/fold.js";
import { isOver } from "../table/turn.js";

/** @typedef {{game: string, rules: Rules, seats: {name: string, kind: string}[]}} Header */
/** @typedef {{state: State & {view: View}, hands: number[][]}} Moment The table as everybody sees it, and all hands. */
/**
 * A step of the replay: choices are shown when they are revealed, decisions when the card lies.
 * @typedef {{number: number, event: TableEvent, round: number, moment: Moment}} Step
 */

/**
 * The config of the table is no part of a record.
 * @type {ConfigShown}
 */
const CONFIG = {
  listed: false, spectators: true, late: false, outside: false, outside_talk: false, helps: false, chat: false, rated: false, matched: false,
  stand_in: "",
  turn_seconds: 0, bank_seconds: 0,
};

/**
 * Return the game in the text of a record, step by step. `marks` are the shapes of its seats, which are no part of a record.
 * @param {string} text
 * @param {number[]} [marks]
 * @returns {{header: Header, steps: Step[]}}
 * @throws {Missing} it is no record that is known here
 */
export function read(text, marks) {
  const [header, ...events] = text.trim().split("\n").map((line) => JSON.parse(line));
  if (header.record !== "sixth/1") throw new Missing(`unknown record ${header.record}`);
  /** @type {Step[]} */
  const steps = [];
  let moment = start(header, marks);
  for (const { v, ...event } of events) {
    moment = after(moment, event, v);
    const { view } = moment.state;
    if (event.event !== "chose" && event.event !== "took") {
      steps.push({ number: steps.length + 1, event, round: view.round, moment });
    }
  }
  return { header, steps };
}

// Return the table before the first event.
/** @type {(header: Header, marks?: number[]) => Moment} */
export function start({ game, rules, seats }, marks = seats.map((_, seat) => seat)) {
  /** @type {<T>(value: T) => T[]} */
  const each = (value) => seats.map(() => value);
  const view = /** @type {View} */ ({
    round: 0, part: 0, turn: 0, phase: beforeDeal(rules), actor: null, seats_in: seats.map((_, seat) => seat), hand: [],
    counts: each(0), open_hands: rules.deal === "draft" ? each([]) : [], chosen: null, has_chosen: each(false), rows: [],
    piles: each([]), totals: each(0), pending: [], taking: null, open_deck: [], history: [], past: [], out_now: [], winners: [],
  });
  const state = {
    v: 0, id: "", code: "", rules, config: CONFIG, seat: null, host: null,
    seats: seats.map((sitter) => ({ sitter: { ...sitter, human: false, run_by: "" }, stand_in: null, claimed_by: null, ready: false })),
    marks, games: 1, game, again: "", daily: "", practice: false, between_rounds: false, waited_for: [], promise: "", next_promise: "",
    text: "", barred: false, missed: 0, claim: null, offered: null, changed: [], advised: [], coached: [], clock: null, around: BARE, view,
  };
  return { state, hands: each([]) };
}

/**
 * Return the table after one more event, the `v`-th of the game.
 * @param {Moment} moment
 * @param {TableEvent} event
 * @param {number} v
 * @returns {Moment}
 * @throws {Missing} the event does not follow, or is of no kind that is known here
 */
export function after({ state, hands }, event, v) {
  const between = BETWEEN[event.event];
  if (!between) {
    const next = /** @type {Moment["state"]} */ (fold(state, { v, now: 0, events: [event] }));
    return { state: next, hands: HANDS[event.event]?.(hands, event) ?? hands };
  }
  const { rules, view } = state, dealt = event.event === "dealt" ? event.hands : hands;
  const next = { ...view, ...between(view, event, rules), ...(event.event === "dealt" ? lying(rules, dealt) : {}) };
  const rests = next.part === 0 && next.past.length > 0 && !isOver(next) && !next.open_deck.length;
  return { state: { ...state, v, view: next, between_rounds: rests }, hands: dealt };
}

/** @type {(rules: Rules, hands: number[][]) => Partial<View>} */
const lying = ({ deal }, hands) => ({ counts: hands.map((hand) => hand.length), open_hands: deal === "draft" ? hands : [] });

/** @type {(rules: Rules) => View["phase"]} */
const beforeDeal = ({ deal }) => (deal === "draft" ? "lay" : "deal");

// Changes by the events between turns.
/** @type {Record<string, (view: View, event: any, rules: Rules) => Partial<View>>} */
const BETWEEN = {
  laid: ({ piles }, event) => ({
    round: event.round, open_deck: event.cards, actor: event.first, turn: 0, phase: "pick", rows: [], piles: piles.map(() => []),
    history: [withoutProof(event)],
  }),

  dealt: ({ open_deck, piles, history, seats_in }, event, { play }) => ({
    round: event.round, part: event.part, rows: event.rows, open_deck: [],
    ...(event.part === 1 ? { turn: 1, piles: piles.map(() => []), history: open_deck.length ? history : [] } : {}),
    ...(play === "flip" ? { phase: "flip", actor: seats_in[0] } : { phase: "choose", actor: null }),
  }),

  round_ended({ seats_in, past }, { heads, totals, out, round }, rules) {
    const { kind, limit = 0, rounds = 0 } = rules.end, left = seats_in.filter((seat) => !out.includes(seat));
    const ended = { score: Math.max(...totals) >= limit, rounds: round >= rounds, elimination: left.length <= 1 }[kind];
    return { part: 0, seats_in: left, totals, past: [...past, heads], out_now: out, phase: ended ? "end" : beforeDeal(rules) };
  },

  game_ended: (_view, { winners }) => ({ phase: "over", winners }),

  abandoned: () => ({ phase: "over", actor: null }),
};

// The order of the deck is public only after the game, and no sentence speaks of it.
/** @type {(event: TableEvent) => TableEvent} */
const withoutProof = ({ proof, ...event }) => event;

// Changes of all hands by an event of a turn.
/** @type {Record<string, (hands: number[][], event: any) => number[][]>} */
const HANDS = {
  revealed: (hands, { cards }) => hands.map((hand, seat) => hand.filter((card) => card !== cards[seat])),
  flipped: (hands, { seat }) => hands.map((hand, at) => (at === seat ? hand.slice(1) : hand)),
  picked: (hands, { seat, card }) =>
    hands.map((hand, at) => (at === seat ? [...hand, card].sort((one, other) => one - other) : hand)),
};
