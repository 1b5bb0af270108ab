// Narration of a table's events, for one viewer: pure, from the state, in the sentences of a catalogue.
import { coming, headsOf, lastTurn } from "./turn.js";

/** @typedef {{text: string, detail: 1 | 2 | 3}} Announcement 1 is heard by everybody, 3 only by who wishes to hear all. */
/**
 * Sentences about a state that the narration uses.
 * @typedef {object} Sentences
 * @property {(count: number) => string} headsText
 * @property {(state: State) => string[]} namesOf
 * @property {(state: State, seat: number) => string} botOn
 * @property {(state: State) => string} prompt
 */

/**
 * Return functions that narrate events, in the language of `speak`.
 * @param {ReturnType<typeof import("./i18n.js").speaker>} speak
 * @param {Sentences} sentences
 */
export function narration({ _, list }, { headsText, namesOf, botOn, prompt }) {
  // The events of the turn, line by line, each with the seat of its player, if it has one.
  /** @type {(state: State) => {text: string, seat: number | null}[]} */
  function story(state) {
    if (!state.view) return [];
    return lastTurn(state.view)
      .map((event) => ({ text: tell(state, event), seat: event.seat ?? null }))
      .filter(({ text }) => text);
  }

  // An event in a sentence or two, "" if there is nothing to say; `state` is the one after it.
  /** @type {(state: State, event: TableEvent) => string} */
  function tell(state, event) {
    const { seat } = event, mine = seat === state.seat, name = namesOf(state)[seat];
    switch (event.event) {
      case "chose": {
        const { sitter, stand_in } = state.seats[seat];
        // A bot chooses as soon as it is asked.
        return !mine && sitter?.human && !stand_in ? _("{name} has chosen.", { name }) : "";
      }
      case "laid":
        return _("Round {number}. The deck lies open; first to pick: {name}.", {
          number: event.round, name: namesOf(state)[event.first],
        });
      case "dealt": return event.part === 1
        ? _("Round {number}. New rows: {rows}.", {
          number: event.round, rows: event.rows.map((/** @type {number[]} */ row) => row.join(" ")).join(", "),
        })
        : _("Second half: new hands.");
      case "round_ended": return roundEnded(state, event);
      case "revealed": return revealed(state, event);
      case "flipped":
        return mine ? _("Your top card: {card}.", event) : _("{name}'s top card: {card}.", { ...event, name });
      case "picked": return mine ? _("Your pick: {card}.", event) : _("{name}'s pick: {card}.", { ...event, name });
      case "placed": return placed(state, event);
      case "readied": return event.ready && !mine ? _("{name} is ready.", { name }) : "";
      case "extended": return _("Everybody has more time.");
      case "timed-out":
        return mine
          ? _("Your time is up: a bot plays this turn for you.")
          : _("Time is up for {name}: a bot plays this turn.", { name });
      case "advised": return mine ? "" : _("{name} asks the coach.", { name });
      case "stood-in":
        return mine ? _("{bot} plays for you now.", { bot: event.name }) : _("{bot} plays for {name} now.", { bot: event.name, name });
      case "returned": return mine ? "" : _("{name} is back.", { name });
      case "sat": return mine ? "" : _("{name} sits down.", { name });
      // During a game a bot plays on, which is announced.
      case "kicked": return state.view ? "" : _("A seat is free again.");
      case "left": return _("A seat is free again.");
      case "began": return _("The game begins.");
      case "game_ended": {
        const over = _("The game is over.");
        return `${over} ${prompt(state)}`;
      }
      case "abandoned": return prompt(state);
      case "claimed":
        return state.claim === seat ? "" : _("{name} will take over from {bot}.", { name: event.name, bot: botOn(state, seat) });
      case "unclaimed": return _("{bot} (bot) keeps its seat.", { bot: botOn(state, seat) });
      case "coached":
        if (mine) return "";
        return event.wished
          ? _("The coach now rates {name}'s turns.", { name })
          : _("The coach no longer rates {name}'s turns.", { name });
      default: return "";
    }
  }

  /** @type {(state: State, event: TableEvent) => string} */
  function revealed(state, { turn, cards }) {
    const names = namesOf(state);
    const shown = cards
      .map((/** @type {number | null} */ card, /** @type {number} */ seat) => ({ card, name: names[seat] }))
      .filter((/** @type {{card: number | null}} */ { card }) => card !== null)
      .sort((/** @type {{card: number}} */ one, /** @type {{card: number}} */ other) => one.card - other.card)
      .map((/** @type {{card: number, name: string}} */ each) => _("{name}: {card}", each));
    return _("Turn {turn}. {cards}.", { turn, cards: shown.join(", ") });
  }

  /** @type {(state: State, event: TableEvent) => string} */
  function placed(state, { seat, card: number, row: at, end, taken: cards, why: because }) {
    const both = state.rules.ends === "both", row = at + 1;
    const card = seat === state.seat
      ? _("Your {card}", { card: number })
      : _("{name}'s {card}", { name: namesOf(state)[seat], card: number });
    if (!cards.length) {
      if (!both) return _("{card} goes to row {row}.", { card, row });
      return end === "left"
        ? _("{card} goes to the left of row {row}.", { card, row })
        : _("{card} goes to the right of row {row}.", { card, row });
    }
    const values = { card, row, taken: cards.join(" "), heads: headsText(headsOf(state.rules, cards)) };
    if (because !== "low") return _("{card} takes row {row}: {taken}, {heads}.", values);
    return both
      ? _("{card} fits in no row and takes row {row}: {taken}, {heads}.", values)
      : _("{card} is too low and takes row {row}: {taken}, {heads}.", values);
  }

  /** @type {(state: State, event: TableEvent) => string} */
  function roundEnded(state, { round: number, heads, totals, out }) {
    const names = namesOf(state);
    const ofAll = (/** @type {number[]} */ counts) => counts.map((count, seat) => `${names[seat]} ${count}`).join(", ");
    const sentences = [_("End of round {number}. Heads: {heads}.", { number, heads: ofAll(heads) })];
    if (number > 1) sentences.push(_("Totals: {totals}.", { totals: ofAll(totals) }));
    if (out.length) sentences.push(_("Out: {names}.", { names: list(out.map((/** @type {number} */ seat) => names[seat])) }));
    return sentences.join(" ");
  }

  // The costliest take of the round.
  /** @type {(state: Playing) => string} */
  function dearest(state) {
    let most = { heads: 0, seat: 0, card: 0 };
    for (const { event, taken: cards, seat, card } of state.view.history) {
      const heads = event === "placed" && cards.length ? headsOf(state.rules, cards) : 0;
      if (heads > most.heads) most = { heads, seat, card };
    }
    const { seat, card } = most, heads = headsText(most.heads);
    if (!card) return _("Nobody took a row.");
    return seat === state.seat
      ? _("You took {heads} with your {card}.", { heads, card })
      : _("{name} took {heads} with {card}.", { name: namesOf(state)[seat], heads, card });
  }

  // The announcement of an event.
  /** @type {(state: State, event: TableEvent) => Announcement} */
  function announcement(state, event) {
    const { event: kind, taken: cards, seat } = event;
    const minor = kind === "placed" ? !cards.length && seat !== state.seat : ["revealed", "chose", "readied", "sat", "claimed"].includes(kind);
    return { text: tell(state, event), detail: minor ? 2 : 1 };
  }

  // The ends of the rows and the hand, for a listener to everything before a choice.
  /** @type {(state: State) => string} */
  function position(state) {
    const { view, rules } = state;
    if (!view || !view.hand.length) return "";
    const ends = view.rows.map((row) => (rules.ends === "both" ? `${row[0]}–${row.at(-1)}` : row.at(-1))).join(", ");
    const sentence = _("The rows end in {ends}. Your hand: {hand}.", { ends, hand: view.hand.join(", ") });
    const headed = coming(state);
    const more = headed && _("Unseen cards headed for each row: {cards}.", { cards: headed.join(", ") });
    return more ? `${sentence} ${more}` : sentence;
  }

  return { story, dearest, announcement, position };
}
