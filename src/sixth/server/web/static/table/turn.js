// Values of a table's page beside the state itself: the turn in progress or the last one, the action of each player,
// the unseen cards. Pure, and without words; `words.js` has those.
import { asks, awaited, heads, places } from "./derived.js";

/** @type {(rules: Rules, cards: number[]) => number} */
export const headsOf = (rules, cards) => cards.reduce((sum, card) => sum + heads(rules, card), 0);

/** @type {(view: View | null) => boolean} */
export const isOver = (view) => view?.phase === "over";

// Return the heads of a seat; those of a counted round are in the totals.
/** @type {(state: Playing, seat: number) => number} */
export const scoreOf = ({ view, rules, between_rounds }, seat) =>
  view.totals[seat] + (between_rounds || isOver(view) ? 0 : headsOf(rules, view.piles[seat]));

// Return the heads of the rows that are best to take: the fewest, or the most where these win.
/** @type {(rules: Rules, costs: number[]) => number} */
export const bestOf = ({ goal }, costs) => Math[goal === "most" ? "max" : "min"](...costs);

// Return the events of the turn in progress, or of the last one.
/** @type {(view: View) => TableEvent[]} */
export function lastTurn({ history, seats_in }) {
  const begins = history.findLastIndex(({ event }) => event === "revealed");
  if (begins >= 0) return history.slice(begins);
  const moves = history.flatMap(({ event }, at) => (event === "flipped" || event === "placed" ? [at] : []));
  return history.slice(moves.at(-2 * seats_in.length) ?? -8);
}

// Return the cards of the turn in the order in which they are placed; of flipped cards only the last.
/** @type {(state: Playing) => Played[]} */
export function played({ rules, view }) {
  /** @type {[card: number, seat: number][]} */
  let shown = [];
  const placed = new Map();
  for (const each of lastTurn(view)) {
    if (each.event === "revealed") {
      shown = each.cards
        .map((/** @type {number | null} */ card, /** @type {number} */ seat) => [card, seat])
        .filter((/** @type {[number | null, number]} */ [card]) => card !== null)
        .sort((/** @type {[number, number]} */ [one], /** @type {[number, number]} */ [other]) => one - other);
    } else if (each.event === "flipped") shown = [[each.card, each.seat]];
    else if (each.event === "placed") placed.set(each.card, each);
  }
  return shown.map(([card, seat]) => {
    const went = placed.get(card);
    return { card, seat, row: went ? went.row : null, heads: went ? headsOf(rules, went.taken) : null };
  });
}

// Return the rows that were taken in the turn, in order.
/** @type {(state: Playing) => Taken[]} */
export function taken({ rules, view }) {
  const before = new Map(), takes = [];
  for (const { event, row, seat, card, taken: cards, why } of lastTurn(view)) {
    if (event !== "placed") continue;
    const fits = why !== "low";
    const filled = (fits && before.get(row)) || null;
    if (cards.length) takes.push({ row, seat, card, heads: headsOf(rules, cards), fits, filled });
    before.set(row, [seat, card]);
  }
  return takes;
}

// Return the current action of a player.
/** @type {(state: State, seat: number) => Status} */
export function status(state, seat) {
  const { view, seats, between_rounds } = state;
  if (!seats[seat].sitter) return "";
  if (view && isOver(view) && view.winners.includes(seat)) return "won";
  if (view && !isOver(view) && !view.seats_in.includes(seat)) return "out";
  if (!view || isOver(view) || between_rounds) return seats[seat].ready ? "ready" : "";
  if (view.phase === "choose") return view.has_chosen[seat] ? "chosen" : "thinking";
  return view.actor === seat ? "turn" : "";
}

// Return the milliseconds left on a seat's clock at this time of the server; null where it does not run.
/** @type {(state: State, seat: number, now: number) => number | null} */
export function timeLeft(state, seat, now) {
  const { view, clock, seats } = state, { sitter, stand_in } = seats[seat], until = clock?.until[seat] ?? null;
  if (!clock || until === null || !view || isOver(view) || !sitter?.human || stand_in || !awaited(state).includes(seat)) return null;
  return Math.max(0, until + clock.banks[seat] - now);
}

// Return how many turns a round has.
/** @type {(state: Playing) => number} */
export function turnsOf({ rules, view }) {
  if (rules.deal !== "halves") return rules.hand;
  const players = view.seats_in.length || 1;
  return Math.floor((deckSize(rules, players) - rules.rows) / players);
}

// Return the cards of the round's deck that the viewer has not seen, ascending.
/** @type {(state: Playing) => number[]} */
export function unseen({ rules, view }) {
  const { rows, hand, open_deck, pending, piles, open_hands, seats_in } = view;
  const seen = new Set([...rows, hand, open_deck, pending.map(([card]) => card), ...piles, ...open_hands].flat());
  const deck = Array.from({ length: deckSize(rules, seats_in.length) }, (_, at) => at + 1);
  return deck.filter((card) => !seen.has(card));
}

// Return for each row how many unseen cards would come to it now; null where the host allows no hints.
/** @type {(state: State) => number[] | null} */
export function coming(state) {
  const { view, rules, seat, config, between_rounds } = state;
  if (!view || seat === null || !config.helps || isOver(view) || between_rounds || !view.rows.length) return null;
  const counts = view.rows.map(() => 0);
  for (const card of unseen({ ...state, view })) {
    for (const [row] of places(view.rows, card, rules.ends === "both")) counts[row] += 1;
  }
  return counts;
}

// Return the leading seats: all with the fewest heads, or with the most where that is the goal.
/** @type {(state: Playing) => number[]} */
export function leaders({ rules, view: { seats_in, totals } }) {
  const best = bestOf(rules, seats_in.map((seat) => totals[seat]));
  return seats_in.filter((seat) => totals[seat] === best);
}

// Return the standings after a round, the first place first; seats that are out come after those that lasted longer.
/** @type {(state: Playing) => Standing[]} */
export function standings({ rules, view: { totals, past } }) {
  const sign = rules.goal === "fewest" ? 1 : -1, limit = rules.end.limit ?? 0, scale = Math.max(limit, ...totals, 1);
  const rounds = totals.map((_, seat) => {
    let total = 0;
    const last = rules.end.kind === "elimination" ? past.findIndex((heads) => (total += heads[seat]) > limit) : -1;
    return last < 0 ? past.length : last + 1;
  });
  const behind = (/** @type {number} */ one, /** @type {number} */ other) =>
    rounds[other] - rounds[one] || sign * (totals[one] - totals[other]);
  const share = (/** @type {number} */ part) => (Math.floor((2000 * part + scale) / (2 * scale)) / 10).toFixed(1);
  return totals.map((_, seat) => seat).sort((one, other) => behind(one, other) || one - other).map((seat) => {
    const total = totals[seat], lately = past[past.length - 1][seat];
    const place = 1 + totals.filter((_, other) => behind(seat, other) > 0).length;
    return { place, seat, total, lately, rounds: rounds[seat], before: share(total - lately), added: share(lately) };
  });
}

// Return whether the viewer's seat has chosen, or a bot in its place, whose card the viewer does not see.
/** @type {(state: State) => boolean} */
export const hasChosen = ({ seat, view }) => seat !== null && view !== null && view.has_chosen[seat];

// Return whether a question to the viewer is open.
/** @type {(state: State) => boolean} */
export function isAsked(state) {
  const asked = asks(state);
  return ["take", "side", "pick", "flip"].includes(asked) || (asked === "choose" && state.view?.chosen === null);
}

/** @type {(rules: Rules, players: number) => number} */
export function deckSize({ deck, hand, rows }, players) {
  if (deck === "full") return 104;
  return deck === "tactical" ? hand * players + rows : deck;
}

// -------------------------------------------------------------- what the page shows of a turn

// Return the last stage of a turn; where the most heads win, a row of one's own is no blow.
/** @type {(state: Playing) => Moment} */
export function momentOf({ view, rules, seat: me, between_rounds }) {
  const last = view.history.at(-1), placed = last?.event === "placed" ? last : null;
  /** @type {Moment["event"]} */
  let event = "";
  if (isOver(view) || between_rounds) event = "counted";
  else if (placed) event = !placed.taken.length ? "placed" : placed.seat === me && rules.goal === "fewest" ? "taken-by-you" : "taken";
  else if (last?.event === "revealed" || last?.event === "flipped") event = "shown";
  const at = `${view.round}.${view.history.length}`;
  if (!placed) return { event, at, card: 0, row: 0, end: "", seat: 0 };
  const { card, row, seat, why, end } = placed;
  return { event, at, card, row, seat, end: why === "low" ? "" : end };
}

// Return the viewer's hand in order, each card with whether it is still held: a gap where this turn's card was, those of
// earlier turns at the end. So no card moves under the finger during a turn, and the hand closes its gaps after it and
// keeps its size.
/** @type {(state: State) => [card: number, held: boolean][]} */
export function slots(state) {
  const { view, seat, rules } = state;
  if (!view || seat === null || rules.play === "flip" || !view.hand.length) return [];
  const shown = view.history.flatMap(({ event, cards }) => (event === "revealed" ? [cards[seat]] : []));
  const earlier = view.part > 1 ? Math.floor(turnsOf({ ...state, view }) / 2) : 0;
  const gone = shown.slice(earlier).filter((card) => card !== null);
  const now = shown.length === view.turn ? gone.slice(-1) : [];
  const order = [...view.hand, ...now].sort((one, other) => one - other);
  return [
    ...order.map((card) => /** @type {[number, boolean]} */ ([card, !now.includes(card)])),
    ...gone.filter((card) => !now.includes(card)).map((card) => /** @type {[number, boolean]} */ ([card, false])),
  ];
}

// Return whether a card of the hand can be kept for the next turn: once this turn's card is chosen.
/** @type {(state: State, card: number) => boolean} */
export const mayKeep = (state, card) => isHeld(state, card) && card !== state.view?.chosen
  && (asks(state) !== "choose" || state.view?.chosen !== null);

// Return whether a card is one of the hand that is shown.
/** @type {(state: State, card: number) => boolean} */
export const isHeld = (state, card) => slots(state).some(([each, is]) => is && each === card);

// Ascending cards, several in a row as the first and the last of them.
/** @type {(cards: number[]) => string} */
export function runs(cards) {
  /** @type {number[][]} */
  const runs = [];
  for (const card of cards) {
    const run = runs.at(-1);
    if (run && card === (run.at(-1) ?? 0) + 1) run.push(card);
    else runs.push([card]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(", "))).join(", ");
}
