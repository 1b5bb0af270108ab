// The parts of a table's page, as HTML made of the state: pure. Each part is an element with an id; parts that are not on
// the page are ignored, so that the same functions draw big screens, which have fewer.
import { atLeast, attributes, mark, text, turnOf } from "./html.js";
import { results } from "./result.js";
import { asks, heads, legal, preview } from "./state.js";
import { coming, deckSize, headsOf, isAsked, isOver, lastTurn, played, status, taken, turnsOf, unseen } from "./turn.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {State & {view: import("./state.js").View}} Playing */
/** @typedef {ReturnType<typeof import("./words.js").words>} Words */
/** @typedef {Record<string, string>} Parts HTML by the id of the element whose place it takes. */

const MOST_PLACES = 6;

/**
 * Return functions that draw the parts of a table for its viewer, or for a big `screen`, in their language; `luck` is
 * the address of a script, and `deals` that of the results of a `{day}`, "" where the site has none.
 * @param {Words} say
 * @param {string} luck
 * @param {boolean} screen
 * @param {string} deals
 */
export function view(say, luck, screen, deals = "") {
  const { _, ngettext } = say.speak, { clocks, coach, result } = results(say, luck, screen, deals);

  // -------------------------------------------------------------- cards

  /** @type {(state: State, card: number, owner?: number) => string} */
  function face({ rules }, card, owner) {
    const count = heads(rules, card), again = owner === undefined ? ` data-n="${card}"` : "";
    return `<b${card > 99 ? ' class="long"' : ""}${again}>${card}</b><i class="heads n${count}" aria-hidden="true"></i>`
      + `<span class="only-read"> (${say.headsText(count)})</span>${mark(owner)}`;
  }

  // A card with a name, by which the browser knows it again when it moves; `at` is the id of its place.
  /** @type {(state: State, card: number, at: string, owner?: number) => string} */
  const named = (state, card, at, owner) =>
    `<span class="card h${heads(state.rules, card)} c${card}"${at && ` id="${at}"`}>${face(state, card, owner)}</span>`;

  // -------------------------------------------------------------- rows

  /** @type {(state: Playing, headed: number[] | null) => Parts} */
  function rows(state, headed) {
    const { view, rules } = state, names = say.namesOf(state);
    const may = asks(state) === "back" ? [] : legal(state);
    const owners = new Map(lastTurn(view).filter(({ event }) => event === "placed").map(({ card, seat }) => [card, seat]));
    const costs = view.rows.map((row) => headsOf(rules, row)), least = Math.min(...costs);
    // After the game the rows stay as they are, and the table of heads has the result.
    const takes = new Map(isOver(view) ? [] : taken(state).map((each) => [each.row, each]));
    return Object.fromEntries(view.rows.map((cards, at) => {
      const number = at + 1, room = Math.max(0, rules.row_limit - cards.length), cost = costs[at];
      const ends = may.flatMap((act) => ("take" in act && act.take === at ? [act.end ?? null] : []));
      const free = places(cards.length, room, ends.filter((end) => end).length);
      const laid = cards.map((card, place) => named(state, card, `place${number}-${place}`, owners.get(card))).join("");
      const took = takes.get(at), gone = took ? tookText(names[took.seat], took.heads, free.length, number) : "";
      const here = (/** @type {"left" | "right"} */ side) => (ends.includes(side) ? end(number, side, room, cost) : "");
      const [open, cheapest] = [ends.includes(null), ends.includes(null) && cost === least];
      const kinds = `${room ? "" : " full"}${open ? " open" : ""}${cheapest ? " cheapest" : ""}`;
      const head = open ? takeIt(number, cost, cheapest) : about(number, cost, room, headed?.[at]);
      const slots = free.map((place) => `<span class="slot" id="place${number}-${place}" aria-hidden="true"></span>`).join("");
      return [`row${number}`, `<li class="row${kinds}" id="row${number}">${head}`
        + `<span class="cards">${here("left")}${laid}${here("right")}${gone}${slots}</span></li>`];
    }));
  }

  // The free places of a row, unless it is practically endless.
  /** @type {(cards: number, room: number, offered: number) => number[]} */
  function places(cards, room, offered) {
    const all = Array.from({ length: room }, (_each, at) => cards + at);
    return room <= MOST_PLACES ? all.slice(offered) : [];
  }

  /** @type {(number: number, cost: number, room: number, headed: number | undefined) => string} */
  function about(number, cost, room, headed) {
    let label = `${_("Row {number}", { number })}, ${say.headsText(cost)}`, more = "";
    if (!room) label += `, ${_("full")}`;
    if (headed !== undefined) {
      const values = { count: headed };
      const come = ngettext("{count} unseen card would come here", "{count} unseen cards would come here", headed, values);
      label += `, ${come}`;
      more = `<small class="coming" aria-hidden="true">${headed}</small>`;
    }
    return `<span class="about" id="about${number}"><span class="only-read">${label}: </span>`
      + `<span class="cost" aria-hidden="true"><b>${cost}</b><i class="heads n1"></i></span>${more}</span>`;
  }

  /** @type {(number: number, cost: number, cheapest: boolean) => string} */
  function takeIt(number, cost, cheapest) {
    const label = [_("Take row {number}", { number }), say.headsText(cost), ...(cheapest ? [_("the cheapest")] : [])].join(", ");
    return `<button form="take" name="place" value="${number - 1}" class="about take main"><span aria-hidden="true">`
      + `${_("Take")} <span class="cost"><b>${cost}</b><i class="heads n1"></i></span></span>`
      + `<span class="only-read">${label}</span></button>`;
  }

  // An end of a row that can be chosen.
  /** @type {(number: number, side: "left" | "right", room: number, cost: number) => string} */
  function end(number, side, room, cost) {
    const name = side === "left" ? _("Left of row {number}", { number }) : _("Right of row {number}", { number });
    const more = room ? "" : `, ${_("full")}, ${say.headsText(cost)}`;
    return `<button form="take" name="place" value="${number - 1}:${side}" class="slot here main">`
      + `<span>${room ? _("Here") : _("Take")}</span><span class="only-read">, ${name}${more}</span></button>`;
  }

  // The player who took a row in this turn, and its heads.
  /** @type {(name: string, count: number, free: number, number: number) => string} */
  function tookText(name, count, free, number) {
    const short = text(_("{name} +{heads}", { name, heads: count }));
    const label = text(_("{name} {heads}", { name, heads: say.headsText(count) }));
    return `<span class="took${atLeast(free)}" id="took${number}"><span aria-hidden="true">${short}<i class="heads n1"></i></span>`
      + `<span class="only-read">${label}</span></span>`;
  }

  // -------------------------------------------------------------- between rows and hand

  // The cards of the turn, each in its place, and the reason of a take. Changes by scripts stay.
  /** @type {(state: Playing) => string} */
  function stage(state) {
    const cards = played(state), names = say.namesOf(state), { pending } = state.view;
    const label = _("Cards of this turn"), line = `line${pending.length ? " pending" : ""}${atLeast(cards.length)}`;
    const lift = slots(state).length ? `<div id="lift" data-keep hidden><p id="where"></p><div><button type="button" id="play"`
      + ` class="main" hidden></button><button type="button" id="keep" hidden></button>`
      + `<button type="button" id="unlift" hidden>${_("Put it back")}</button></div></div>` : "";
    return `<div class="stage" id="stage"${attributes(moment(state))}><ol class="${line}" id="line" aria-label="${label}">`
      + `${cards.map((each) => playedItem(state, each, names[each.seat])).join("")}</ol>`
      + `<p class="why" id="why">${text(say.why(state))}</p>`
      + `<button type="button" id="skip" data-keep hidden>${_("Skip")}</button>${lift}</div>`;
  }

  /** @type {(state: Playing, played: import("./turn.js").Played, name: string) => string} */
  function playedItem(state, { card, seat, row, heads: count }, name) {
    let kinds = "", inside = named(state, card, "", seat);
    if (row !== null) {
      const short = count ? `+${count}<i class="heads n1"></i>` : `→${row + 1}`;
      const label = count ? say.headsText(count) : _("Row {number}", { number: row + 1 });
      kinds = count ? " laid cost" : " laid";
      inside = `<span class="was" id="was${card}"><b>${card}</b><i aria-hidden="true">${short}</i>`
        + `<span class="only-read">, ${label}</span>${mark(seat)}</span>`;
    }
    return `<li class="played${kinds}" id="played${card}">${inside}<small><bdi>${text(name)}</bdi></small></li>`;
  }

  // -------------------------------------------------------------- the viewer's own cards

  /** @type {(state: Playing) => string} */
  function held(state) {
    const { view, seat, rules } = state, asked = asks(state), lying = slots(state);
    let html = "";
    if (asked === "choose" || lying.length) {
      const first = asked === "choose" ? lying.find(([, is]) => is)?.[0] : null;
      const cards = lying.map(([card, is]) => (is ? handCard(state, card, card === first) : gap(card))).join("\n");
      html += `<h2${view.open_deck.length ? "" : ' class="only-read"'}>${_("Your hand")}</h2>`
        + `<form id="hand" class="${atLeast(lying.length)}" method="post" action="/t/${state.id}/choose" data-live>`
        + `${turnOf(state)}\n${cards}\n</form>`;
    }
    if (asked === "flip") {
      html += `<form id="flip" class="actions" method="post" action="/t/${state.id}/flip" data-live>`
        + `${turnOf(state)}<button class="main" data-focus>${_("Turn over your top card")}</button></form>`;
    }
    if (rules.play === "flip" && seat !== null && !isOver(view)) {
      const count = view.counts[seat];
      const left = ngettext("{count} card in your pile", "{count} cards in your pile", count, { count });
      html += `<p class="pile"><span class="back" aria-hidden="true"></span> ${left}</p>`;
    }
    return `<div id="held">${html}</div>`;
  }

  const gap = (/** @type {number} */ card) => `<span class="gap" id="h${card}" aria-hidden="true"></span>`;

  /** @type {(state: Playing, card: number, first: boolean) => string} */
  function handCard(state, card, first) {
    const pressed = card === state.view.chosen ? ' aria-pressed="true"' : "";
    return `<button id="h${card}" class="card h${heads(state.rules, card)} c${card}" name="card" value="${card}"${pressed}`
      + `${first ? " data-focus" : ""} aria-describedby="w${card}">${face(state, card)}</button>`;
  }

  // The place of each card of the hand, shown when it is lifted.
  /** @type {(state: Playing) => string} */
  function aims(state) {
    const lines = slots(state).filter(([, is]) => is).map(([card]) => {
      const outcome = state.rules.play === "flip" ? null : preview(state, card);
      const aimed = (outcome?.places ?? []).map(([row, side]) => `${row + 1}:${side}`).join(" ");
      return `<span id="w${card}" data-aims="${aimed}">${say.where(state, card)}</span>`;
    });
    return `<div id="aims" hidden>${lines.join("")}</div>`;
  }

  /** @type {(state: Playing) => string} */
  function toTake(state) {
    if (!["take", "side"].includes(asks(state))) return '<div id="to-take"></div>';
    return `<div id="to-take"><form id="take" method="post" action="/t/${state.id}/take" data-live>${turnOf(state)}</form></div>`;
  }

  // The open deck, in which every card keeps its place when other cards are taken.
  /** @type {(state: Playing) => string} */
  function deck(state) {
    const { view } = state, cards = view.open_deck, picks = asks(state) === "pick";
    if (!cards.length) return '<div id="open-deck"></div>';
    const lying = cards.map((card, at) => {
      const gone = '<span class="gap" aria-hidden="true"></span>'.repeat(card - 1 - (at ? cards[at - 1] : 0));
      const kind = `class="card h${heads(state.rules, card)}"`;
      return gone + (picks
        ? `<button id="p${card}" ${kind} name="card" value="${card}"${at ? "" : " data-focus"}>${face(state, card)}</button>`
        : `<span ${kind}>${face(state, card)}</span>`);
    }).join("");
    const inside = picks
      ? `<form id="pick" class="deck" method="post" action="/t/${state.id}/pick" data-live>${turnOf(state)}${lying}</form>`
      : `<div class="deck">${lying}</div>`;
    return `<div id="open-deck"><h2>${_("Open deck")}</h2>${inside}</div>`;
  }

  // -------------------------------------------------------------- players and the question

  /** @type {(state: State) => string} */
  function heading(state) {
    const asked = asks(state), sentence = screen && asked === "sit" ? _("Join with your phone") : say.prompt(state);
    const waiting = say.waiting(state), ends = waiting !== "" && sentence.endsWith(waiting);
    const start = ends ? sentence.slice(0, -waiting.length) : sentence;
    const kind = isOver(state.view) && !screen ? ' class="felt"' : isAsked(state) ? ' class="loud"' : "";
    const focus = asked === "choose" || asked === "pick" ? "" : " data-focus";
    return `<h1 id="prompt" tabindex="-1"${kind}${focus}>${text(start)}`
      + `${ends ? `<span id="waiting">${text(waiting)}</span>` : ""}</h1>`;
  }

  /** @type {(state: State) => Parts} */
  function statuses(state) {
    return Object.fromEntries(state.seats.map((_each, seat) => {
      const kind = status(state, seat);
      return [`status${seat}`, `<span class="status${kind && ` ${kind}`}" id="status${seat}">${say.doing(state, seat)}</span>`];
    }));
  }

  /** @type {(state: Playing) => Parts} */
  function scores({ view, rules, between_rounds, seats }) {
    // The heads of a counted round are in the totals.
    const counts = !(between_rounds || isOver(view));
    return Object.fromEntries(seats.map((_each, seat) => {
      const lately = counts ? headsOf(rules, view.piles[seat]) : 0, all = view.totals[seat] + lately;
      const more = lately
        ? ` <small>+${lately}<span class="only-read"> ${_("this round")}</span></small>`
        : "";
      return [`score${seat}`, `<span class="score" id="score${seat}"><b aria-hidden="true">${all}</b>`
        + `<i class="heads n1" aria-hidden="true"></i><span class="only-read">${say.headsText(all)}</span>${more}</span>`];
    }));
  }

  // -------------------------------------------------------------- other parts

  /** @type {(state: Playing) => string} */
  function last(state) {
    const lines = say.story(state).map(({ text: sentence, seat }) => `<li>${mark(seat)}${text(sentence)}</li>`).join("");
    return `<section id="last"${lines ? "" : " hidden"}><h2>${_("Last turn")}</h2><ul id="log">${lines}</ul>`
      + `<p><a id="what" href="/t/${state.id}/history">${_("What happened?")}</a></p></section>`;
  }

  // The cards seen so far, and how many unseen ones would come to each row.
  /** @type {(state: Playing, headed: number[]) => string} */
  function helps(state, headed) {
    const { view, rules } = state, hidden = unseen(state), rest = new Set(hidden);
    const hand = new Set(view.hand), lying = new Set(view.rows.flat());
    const size = deckSize(rules, view.seats_in.length);
    const where = (/** @type {number} */ card) =>
      (hand.has(card) ? "hand" : lying.has(card) ? "row" : rest.has(card) ? "unseen" : "seen");
    const all = Array.from({ length: size }, (_each, at) => at + 1);
    const gone = runs(all.filter((card) => where(card) === "seen")), count = hidden.length;
    const dangers = headed.map((cards, at) => {
      const row = at + 1, room = Math.max(0, rules.row_limit - view.rows[at].length);
      const sentence = ngettext(
        "Row {row}: {count} unseen card would come here, room for {room}.",
        "Row {row}: {count} unseen cards would come here, room for {room}.", cards, { row, count: cards, room },
      );
      return `<li>${sentence}</li>`;
    });
    const left = ngettext("{count} card not seen yet", "{count} cards not seen yet", count, { count });
    const key = [["hand", _("in your hand")], ["row", _("in a row")], ["seen", _("already played")]];
    return `<details id="helps" class="helps"><summary>${_("Cards seen so far, rows in danger")}</summary>`
      + `<ul>${dangers.join("")}</ul><p>${left}<span class="only-read">: ${runs(hidden)}.</span></p>`
      + `${gone && `<p class="only-read">${_("Already played: {cards}.", { cards: gone })}</p>`}<div aria-hidden="true">`
      + `<ol class="deck-seen key">${key.map(([kind, name]) => `<li data-where="${kind}">${name}</li>`).join("")}</ol>`
      + `<ol class="deck-seen">${all.map((card) => `<li data-where="${where(card)}">${card}</li>`).join("")}</ol></div></details>`;
  }

  // Open hands.
  /** @type {(state: Playing) => string} */
  function hands(state) {
    const open = state.view.open_hands.flatMap((cards, seat) => {
      const whose = state.seats[seat].sitter?.name ?? "";
      const sentence = _("{whose_hand}: {cards}", { whose_hand: whose, cards: cards.join(", ") });
      return cards.length ? [`<li>${text(sentence)}</li>`] : [];
    });
    return `<section id="hands"${open.length ? "" : " hidden"}><h2>${text(_("Everybody's hand"))}</h2><ul>${open.join("")}</ul></section>`;
  }

  // Parts that change during a game, and during a look at a result.
  /** @type {(state: Playing, now: number) => Parts} */
  function game(state, now) {
    // Hints are shown where the host allows them.
    const headed = coming(state);
    return {
      ...scores(state),
      "open-deck": deck(state),
      "to-take": toTake(state),
      ...rows(state, headed),
      ...(state.view.rows.length ? { stage: stage(state) } : {}),
      held: held(state),
      aims: aims(state),
      last: last(state),
      coach: headed ? coach(state) : '<div id="coach" hidden></div>',
      helps: headed ? helps(state, headed) : '<details id="helps" class="helps" hidden></details>',
      hands: hands(state),
      ...clocks(state, now),
      ...result(state, now),
    };
  }

  // All parts; `now` is the server's clock.
  /** @type {(state: State, now: number) => Parts} */
  const parts = (state, now) => ({
    turn: `<span id="turn">${say.progress(state)}</span>`,
    prompt: heading(state),
    ...statuses(state),
    ...(state.view ? game({ ...state, view: state.view }, now) : {}),
  });

  return { parts, named };
}

/**
 * Return the last stage, by the attributes that name it: `shown`, `placed`, `taken`, `taken-by-you` or
 * `counted`, with its moment, and the end at which a card was placed; a card that was too low has none.
 * @param {Playing} state
 */
function moment({ view, seat: me, between_rounds }) {
  const last = view.history.at(-1), placed = last?.event === "placed" ? last : null;
  let event = "";
  if (isOver(view) || between_rounds) event = "counted";
  else if (placed) event = !placed.taken.length ? "placed" : placed.seat === me ? "taken-by-you" : "taken";
  else if (last?.event === "revealed" || last?.event === "flipped") event = "shown";
  return {
    "data-event": event,
    "data-at": `${view.round}.${view.history.length}`,
    "data-card": placed?.card ?? "",
    "data-row": placed ? placed.row + 1 : "",
    "data-end": placed && placed.why !== "low" ? placed.end : "",
    "data-seat": placed?.seat ?? "",
  };
}

/**
 * Return the viewer's hand in order, each card with whether it is still held: a gap where this turn's card was, those of
 * earlier turns at the end. So no card moves under the finger during a turn, and the hand closes its gaps after it and
 * keeps its size.
 * @param {Playing} state
 * @returns {[card: number, held: boolean][]}
 */
function slots(state) {
  const { view, seat, rules } = state;
  if (seat === null || rules.play === "flip" || !view.hand.length) return [];
  const shown = view.history.flatMap(({ event, cards }) => (event === "revealed" ? [cards[seat]] : []));
  const earlier = view.part > 1 ? Math.floor(turnsOf(state) / 2) : 0;
  const gone = shown.slice(earlier).filter((card) => card !== null);
  const now = shown.length === view.turn ? gone.slice(-1) : [];
  const order = [...view.hand, ...now].sort((one, other) => one - other);
  return [
    ...order.map((card) => /** @type {[number, boolean]} */ ([card, !now.includes(card)])),
    ...gone.filter((card) => !now.includes(card)).map((card) => /** @type {[number, boolean]} */ ([card, false])),
  ];
}

// Ascending cards, several in a row as the first and the last of them.
/** @type {(cards: number[]) => string} */
function runs(cards) {
  /** @type {number[][]} */
  const runs = [];
  for (const card of cards) {
    const run = runs.at(-1);
    if (run && card === (run.at(-1) ?? 0) + 1) run.push(card);
    else runs.push([card]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(", "))).join(", ");
}
