// Sentences about a turn at a table, for one viewer: pure, from the state, in the sentences of a catalogue.
import { narration } from "./narration.js";
import { asks, awaited, places, preview } from "./derived.js";
import { bestOf, hasChosen, headsOf, isOver, leaders, standings, status, taken, turnsOf } from "./turn.js";

const MOST_NAMES = 3;

// Turns in a row that a player may miss before a bot takes over the seat.
const MOST_MISSED = 3;

/** @type {[unit: string, seconds: number, least: number][]} */
const UNITS = [["day", 86400, 172800], ["hour", 3600, 7200], ["minute", 60, 600]];

/**
 * Return functions that make all sentences, in the language of `speak`.
 * @param {ReturnType<typeof import("./i18n.js").speaker>} speak
 */
export function words(speak) {
  const { _, ngettext, list, long } = speak;
  const headsText = (/** @type {number} */ count) => ngettext("{count} head", "{count} heads", count, { count });

  /** @type {(state: State) => string[]} */
  const namesOf = ({ seats, seat }) =>
    seats.map(({ sitter }, at) => (at === seat ? _("You") : sitter?.name ?? _("free seat")));

  // The name of a seat in a list. A viewer without a name is "You"; any other name of the viewer's own is `marked`.
  /** @type {(state: State, seat: number) => {name: string, marked: boolean}} */
  function label({ seats, seat: me }, seat) {
    const name = seats[seat].sitter?.name ?? _("free seat"), own = seat === me, nameless = own && name === _("Guest");
    return { name: nameless ? _("You") : name, marked: own && !nameless };
  }

  // A player in a result, with the bot that played.
  /** @type {(state: State, seat: number) => string} */
  function played(state, seat) {
    const { sitter, stand_in } = state.seats[seat], name = namesOf(state)[seat];
    if (stand_in) return _("{name} (bot {bot} played)", { name, bot: stand_in.name });
    return sitter && sitter.kind !== "human" ? _("{name} (bot)", { name }) : name;
  }

  // The bot that plays on a seat.
  /** @type {(state: State, seat: number) => string} */
  const botOn = ({ seats }, seat) => (seats[seat].stand_in ?? seats[seat].sitter)?.name ?? "";

  // As many names as fit into a sentence, and the number of further ones.
  /** @type {(names: string[]) => string} */
  function someNames(names) {
    const count = names.length - MOST_NAMES + 1;
    return list(count < 2 ? names : [...names.slice(0, MOST_NAMES - 1), _("{count} more", { count })]);
  }

  // -------------------------------------------------------------- the question, and the awaited players

  // The table's question to its viewer, or the players that it waits for.
  /** @type {(state: State) => string} */
  function prompt(state) {
    const { rules, view, seat, seats } = state, question = asks(state);
    if (view && question === "choose") {
      if (!hasChosen(state)) return _("Choose a card.");
      const { chosen } = view;
      const sentence = chosen === null
        ? _("A bot chose a card for you. You can still choose your own.")
        : _("You chose {card}.", { card: chosen });
      return `${sentence} ${waiting(state)}`;
    }
    if (view && (question === "take" || question === "side")) {
      const [[card]] = view.pending;
      if (question === "side") return _("Your {card} is equally close to two places: pick one.", { card });
      if (rules.ends === "both") return _("Your {card} fits in no row: take one.", { card });
      return _("Your {card} is too low: take a row.", { card });
    }
    const bot = seat === null ? null : seats[seat].stand_in;
    if (bot) return _("{bot} plays for you until you come back.", { bot: bot.name });
    if (state.barred) return _("The host has asked you to leave this table.");
    if (question === "pick") return _("Your pick: take a card from the open deck.");
    if (question === "flip") return _("Your turn: turn over your top card.");
    return view ? meanwhile({ ...state, view }) : gathering(state);
  }

  // The players that the game waits for beside the viewer, or "".
  /** @type {(state: State) => string} */
  function waiting(state) {
    const others = awaited(state).filter((each) => each !== state.seat);
    return others.length ? waitingFor(state, others) : "";
  }

  /** @type {(state: State, seats: number[]) => string} */
  function waitingFor(state, seats) {
    const all = namesOf(state), names = someNames(seats.map((seat) => all[seat]));
    switch (state.view?.phase) {
      case "pick": return _("Waiting for {names} to pick a card.", { names });
      case "take": return _("Waiting for {names} to pick a row.", { names });
      case "flip": return _("Waiting for {names} to turn over a card.", { names });
      default:
        return ngettext("Waiting for {names} to choose.", "Waiting for {names} to choose.", seats.length, { names });
    }
  }

  /** @type {(state: Playing) => string} */
  function meanwhile(state) {
    const { view, seat } = state, names = namesOf(state);
    if (isOver(view)) return view.winners.length ? won(state) : _("The game was abandoned.");
    if (state.between_rounds && view.out_now.length) {
      if (String(view.out_now) === String(seat)) return _("You're out!");
      return _("The round is over. Out: {names}.", { names: list(view.out_now.map((each) => names[each])) });
    }
    if (state.between_rounds) {
      const best = leaders(state), heads = headsText(view.totals[best[0]]);
      if (best.length > MOST_NAMES) {
        return _("The round is over. {count} tied at {heads}.", { count: best.length, heads });
      }
      return _("The round is over. In the lead: {names}, with {heads}.", { names: list(best.map((each) => names[each])), heads });
    }
    if (seat !== null && !view.seats_in.includes(seat)) return _("You're out. You can watch to the end.");
    if (view.phase === "take" && view.actor !== null) return deciding(state, names[view.actor]);
    const others = awaited(state);
    return others.length ? waitingFor(state, others) : _("Placing the cards…");
  }

  // The viewer's place, or the winners for a spectator.
  /** @type {(state: Playing) => string} */
  function won(state) {
    const { view: { winners, totals }, seat } = state;
    const names = list(winners.filter((each) => each !== seat).map((each) => played(state, each)));
    const own = standings(state).find((each) => each.seat === seat);
    if (!own) {
      return ngettext("{names} has won.", "{names} have won.", winners.length, { names });
    }
    const heads = headsText(own.total);
    if (!winners.includes(own.seat)) {
      return _("You came {place} of {count} · {heads}", { place: placeText(own.place), count: totals.length, heads });
    }
    return names ? _("You won, together with {names} · {heads}", { names, heads }) : _("You won! · {heads}", { heads });
  }

  // A place from 1 to 10 as it is written in a sentence.
  const placeText = (/** @type {number} */ place) => [
    _("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th"), _("9th"), _("10th"),
  ][place - 1];

  // The decision of another player while cards are placed.
  /** @type {(state: Playing, name: string) => string} */
  function deciding({ rules, view }, name) {
    const [[card]] = view.pending, both = rules.ends === "both";
    if (places(view.rows, card, both).length > 1) {
      return _("{name}'s {card} is equally close to two places: {name} picks one.", { name, card });
    }
    if (both) return _("{name}'s {card} fits in no row: {name} takes one.", { name, card });
    return _("{name}'s {card} is too low: {name} takes a row.", { name, card });
  }

  // The player who starts the game, and those that this waits for.
  /** @type {(state: State) => string} */
  function gathering(state) {
    const question = asks(state), host = state.host === null ? null : state.seats[state.host].sitter;
    if (state.seat !== null && state.seats[state.host ?? -1]?.ready) return unready(state);
    if (question === "begin") return mayBegin(state);
    if (question === "sit") {
      return host ? _("{name} invites you: take a seat.", { name: host.name }) : _("Take a seat to play.");
    }
    const names = host?.name ?? "…";
    if (state.seat === null) return _("All seats are taken. Waiting for {names} to start.", { names });
    return _("Waiting for {names} to start.", { names });
  }

  // The other people who are not ready for the first game, as a list of names.
  /** @type {(state: State) => string} */
  function lateOnes(state) {
    const names = namesOf(state);
    return someNames(state.seats.flatMap(({ sitter, stand_in, ready }, at) =>
      (sitter?.human && at !== state.seat && !stand_in && !ready ? [names[at]] : [])));
  }

  // The players that a table waits for which begins once everybody is ready.
  /** @type {(state: State) => string} */
  function unready(state) {
    const { seats, seat } = state, names = lateOnes(state);
    if (names) return _("Waiting for {names}.", { names });
    return seat === null || seats[seat].ready || seats.some(({ sitter }) => !sitter)
      ? _("Waiting for other players.")
      : _("The others wait for you.");
  }

  /** @type {(state: State) => string} */
  function mayBegin(state) {
    if (state.seats.some(({ sitter }) => !sitter)) return _("Start when everybody is here; bots take the free seats.");
    const names = lateOnes(state);
    if (names) return _("All seats are taken. {names} may not be ready yet.", { names });
    return _("Everybody is here and ready: start the game.");
  }

  // The title of a tab: whether it is the viewer's turn, or the players that the table waits for.
  /** @type {(state: State) => string} */
  function tab(state) {
    const question = asks(state);
    if (question === "choose" && hasChosen(state)) return waiting(state);
    return state.view && !["wait", "sit", "back", "again"].includes(question) ? _("Your turn") : prompt(state);
  }

  // The players who still read the result, if other players wait for them.
  /** @type {(state: State) => string} */
  function ready(state) {
    const { seats, seat, waited_for } = state, names = namesOf(state);
    if (!waited_for.some((each) => seats[each].ready)) return "";
    const still = waited_for.filter((each) => !seats[each].ready);
    if (still.length === 1 && still[0] === seat) return _("The others wait for you.");
    const others = still.filter((each) => each !== seat).map((each) => names[each]);
    return others.length ? _("Still looking: {names}.", { names: someNames(others) }) : "";
  }

  // The warning about turns that the viewer missed.
  /** @type {(state: State) => string} */
  function missed({ missed: count, seat, seats }) {
    const more = MOST_MISSED - count;
    if (!count || more <= 0 || seat === null || seats[seat].stand_in) return "";
    return ngettext(
      "Your time was up, so a bot played. Miss one more turn and it takes over.",
      "Your time was up, so a bot played. Miss {count} more turns and it takes over.", more, { count: more },
    );
  }

  // The seconds left that are announced.
  const secondsLeft = (/** @type {number} */ count) => ngettext("{count} second left.", "{count} seconds left.", count, { count });

  // A time as the server writes it: 4:05 for a short one, words for a long one.
  /** @type {(seconds: number) => string} */
  function time(seconds) {
    for (const [unit, length, least] of UNITS) if (seconds >= least) return long(Math.round(seconds / length), unit);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // -------------------------------------------------------------- the state of the table

  // The round and the turn of the game.
  /** @type {(state: State) => string} */
  function progress({ view, between_rounds, ...around }) {
    if (!view || !view.round) return "";
    const { round } = view, turns = turnsOf({ ...around, view, between_rounds });
    if (view.phase === "pick" || view.phase === "lay" || between_rounds || isOver(view)) return _("Round {round}", { round });
    return _("Round {round}, turn {turn} of {turns}", { round, turn: Math.min(view.turn, turns), turns });
  }

  // The kind of a bot, and its owner.
  /** @type {(sitter: Sitter) => string} */
  function bot({ kind, run_by }) {
    if (kind !== "outside") return _("bot: {kind}", { kind: botName(kind) });
    return run_by ? _("bot run by {name}", { name: run_by }) : _("bot from outside");
  }

  /** @type {(kind: string) => string} */
  function botName(kind) {
    switch (kind) {
      case "champion": return _("Champion");
      case "expert": return _("Expert");
      case "search": return _("Search");
      case "policy": return _("Policy");
      case "montecarlo": return _("Monte Carlo");
      case "careful": return _("Careful");
      case "nearest": return _("Nearest");
      case "random": return _("Random");
      default: {
        const [, number] = kind.split("level-");
        return number ? _("Level {number}", { number }) : kind;
      }
    }
  }

  // The current action of a player.
  /** @type {(state: State, seat: number) => string} */
  function doing(state, seat) {
    switch (status(state, seat)) {
      case "won": return _("won");
      case "out": return _("is out");
      case "ready": return _("is ready");
      case "chosen": return _("has chosen");
      case "thinking": return _("is thinking");
      case "turn": {
        const { phase } = /** @type {Playing} */ (state).view;
        if (phase === "take") return _("chooses a row");
        if (phase === "pick") return _("picks a card");
        return phase === "flip" ? _("turns over a card") : "";
      }
      default: return "";
    }
  }

  // The place of a card of the hand, and its cost.
  /** @type {(state: State, card: number) => string} */
  function where(state, card) {
    const outcome = state.rules.play === "flip" ? null : preview(state, card);
    if (!outcome) return "";
    const heads = headsText(outcome.heads ?? 0), row = (outcome.row ?? 0) + 1, other = outcome.beside ?? 0;
    switch (outcome.why) {
      case "low":
        return state.rules.ends === "both"
          ? _("{card} fits in no row: you'd pick one to take ({heads} or more).", { card, heads })
          : _("{card} is too low: you'd pick a row to take ({heads} or more).", { card, heads });
      case "choice": {
        const [[one], [two]] = outcome.places;
        return _("{card} is as close to row {row} as to row {other}.", { card, row: one + 1, other: two + 1 });
      }
      case "full": return _("{card} would take row {row}: {heads}.", { card, row, heads });
      default:
        return outcome.end === "left"
          ? _("{card} would go to row {row} ({heads}), before {other}.", { card, row, heads, other })
          : _("{card} would go to row {row} ({heads}), after {other}.", { card, row, heads, other });
    }
  }

  // The reason of a take, the viewer's own before all others; the best row to take while they choose.
  /** @type {(state: State) => string} */
  function why({ view, ...around }) {
    if (!view || isOver(view) || around.between_rounds) return "";
    const state = { ...around, view };
    if (asks(state) === "take") return cheapest(state);
    const all = taken(state);
    // Where cards are turned over one by one a turn has no end, so the last take matters.
    const own = all.filter(({ seat }) => seat === state.seat && state.rules.play !== "flip");
    const last = (own.length ? own : all).at(-1);
    return last ? whyTaken(state, last) : "";
  }

  /** @type {(state: Playing) => string} */
  function cheapest({ rules, view }) {
    const heads = view.rows.map((row) => headsOf(rules, row)), least = bestOf(rules, heads);
    const rows = heads.flatMap((each, row) => (each === least ? [String(row + 1)] : []));
    const values = { rows: list(rows), heads: headsText(least) };
    return rules.goal === "most"
      ? ngettext("The most: row {rows}, {heads}.", "The most: rows {rows}, {heads} each.", rows.length, values)
      : ngettext("The cheapest: row {rows}, {heads}.", "The cheapest: rows {rows}, {heads} each.", rows.length, values);
  }

  /** @type {(state: Playing, taken: Taken) => string} */
  function whyTaken(state, { row, seat, card, heads, fits, filled }) {
    const names = namesOf(state), mine = seat === state.seat, [other, first] = filled ?? [seat, 0];
    const values = { name: names[seat], row: row + 1, heads: headsText(heads), card, other: names[other], first };
    if (!fits && state.rules.ends === "both") {
      return mine
        ? _("You took row {row}, {heads}: your {card} fits in no row.", values)
        : _("{name} took row {row}, {heads}: {card} fits in no row.", values);
    }
    if (!fits) {
      return mine
        ? _("You took row {row}, {heads}: your {card} was too low.", values)
        : _("{name} took row {row}, {heads}: {card} was too low.", values);
    }
    if (!filled) {
      return mine
        ? _("You took row {row}, {heads}: it was full.", values)
        : _("{name} took row {row}, {heads}: it was full.", values);
    }
    if (mine) return _("You took row {row}, {heads}: {other}'s {first} went first.", values);
    if (other === state.seat) return _("{name} took row {row}, {heads}: your {first} went first.", values);
    return _("{name} took row {row}, {heads}: {other}'s {first} went first.", values);
  }

  const { story, dearest, announcement, position } = narration(speak, { headsText, namesOf, botOn, prompt });
  return {
    speak, headsText, namesOf, label, played, bot, prompt, waiting, tab, ready, missed, secondsLeft, time, progress, doing, where, why,
    story, dearest, announcement, position,
  };
}
