// Values that follow from the state of a table's page: what may be done, what is asked, where a card would go. Pure.
// tests/server/web/wire/test_law.py holds them to the rules.

// Return the heads of a card.
/** @type {(rules: Pick<Rules, "heads">, card: number) => number} */
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

// Return the legal actions of the viewer, as in records.
/** @type {(state: State) => Action[]} */
export function legal({ rules, seat, view }) {
  if (seat === null || !view) return [];
  if (view.phase === "choose") return view.hand.map((card) => ({ choose: card }));
  if (seat !== view.actor) return [];
  if (view.phase === "pick") return view.open_deck.map((card) => ({ pick: card }));
  if (view.phase !== "take") return [];
  const choice = places(view.rows, view.pending[0][0], rules.ends === "both");
  return choice.length ? choice.map(([take, end]) => ({ take, end })) : view.rows.map((_, take) => ({ take }));
}

// Return the page's question to its viewer, in one word.
/** @type {(state: State) => Asks} */
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

// Return the seats that the game waits for.
/** @type {(state: State) => number[]} */
export function toAct({ view }) {
  if (view?.phase === "choose") return view.seats_in.filter((seat) => !view.has_chosen[seat]);
  if ((view?.phase === "pick" || view?.phase === "take") && view.actor !== null) return [view.actor];
  return [];
}

// Return the seats that the game waits for, and the one whose card is to be turned over.
/** @type {(state: State) => number[]} */
export function awaited(state) {
  const { view } = state;
  return view?.phase === "flip" && view.actor !== null ? [view.actor] : toAct(state);
}

// Return the outcome of a card of the hand if nothing changed; null where no card is to be chosen.
/** @type {(state: State, card: number) => Preview | null} */
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
