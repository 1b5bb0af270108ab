// The rows, with the ends and the rows that can be chosen. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { asks, legal } from "../derived.js";
import { bestOf, headsOf, isOver, lastTurn, taken } from "../turn.js";
import { atLeast } from "./elements.js";

const MOST_PLACES = 6;

/** @typedef {Record<number, Side>} Aims */

/**
 * Return a function that draws each row: `headed` is how many unseen cards would come to it, where hints are shown, and
 * `aims` the rows to which the card in question may go.
 * @param {Words} say
 * @param {ReturnType<typeof import("./elements.js").cards>} cards
 */
export function rows(say, { named }) {
  const { _, ngettext } = say.speak;

  // The free places of a row, unless it is practically endless.
  /** @type {(cards: number, room: number, offered: number) => number[]} */
  function places(cards, room, offered) {
    const all = Array.from({ length: room }, (_each, at) => cards + at);
    return room <= MOST_PLACES ? all.slice(offered) : [];
  }

  /** @type {(number: number, cost: number, room: number, headed: number | undefined) => string} */
  function label(number, cost, room, headed) {
    const parts = [_("Row {number}", { number }), say.headsText(cost), ...(room ? [] : [_("full")])];
    if (headed !== undefined) {
      parts.push(ngettext("{count} unseen card would come here", "{count} unseen cards would come here", headed, { count: headed }));
    }
    return parts.join(", ");
  }

  const costOf = (/** @type {number} */ cost) => html`<b>${cost}</b><i class="heads n1"></i>`;
  const coming = (/** @type {number | undefined} */ headed) =>
    (headed === undefined ? nothing : html`<small class="coming" aria-hidden="true">${headed}</small>`);

  /** @type {(number: number, cost: number, room: number, headed: number | undefined) => Drawn} */
  const about = (number, cost, room, headed) => html`<span class="about" id="about${number}"><span
    class="only-read">${label(number, cost, room, headed)}: </span><span class="cost" aria-hidden="true"
    >${costOf(cost)}</span>${coming(headed)}</span>`;

  // `best` says why the row is the best to take, "" where it is not.
  /** @type {(number: number, cost: number, best: string) => Drawn} */
  function takeIt(number, cost, best) {
    const all = [_("Take row {number}", { number }), say.headsText(cost), ...(best ? [best] : [])].join(", ");
    const take = _("Take");
    return html`<button form="take" name="place" value=${number - 1} class="about take main"><span aria-hidden="true"
      >${take} <span class="cost">${costOf(cost)}</span></span><span class="only-read">${all}</span></button>`;
  }

  // An end of a row that can be chosen.
  /** @type {(number: number, side: "left" | "right", room: number, cost: number) => Drawn} */
  function end(number, side, room, cost) {
    const name = side === "left" ? _("Left of row {number}", { number }) : _("Right of row {number}", { number });
    const more = room ? "" : `, ${_("full")}, ${say.headsText(cost)}`, word = room ? _("Here") : _("Take");
    return html`<button form="take" name="place" value="${number - 1}:${side}" class="slot here main"><span>${word}</span><span
      class="only-read">, ${name}${more}</span></button>`;
  }

  // The player who took a row in this turn, and its heads.
  /** @type {(name: string, count: number, free: number, number: number) => Drawn} */
  function tookText(name, count, free, number) {
    const short = _("{name} +{heads}", { name, heads: count }), long = _("{name} {heads}", { name, heads: say.headsText(count) });
    return html`<span class="took${atLeast(free)}" id="took${number}"><span aria-hidden="true">${short}<i
      class="heads n1"></i></span><span class="only-read">${long}</span></span>`;
  }

  const slot = (/** @type {string} */ id) => html`<span class="slot" id=${id} aria-hidden="true"></span>`;

  /** @type {(state: Playing, headed: number[] | null, aims: Aims) => Drawn[]} */
  return function draw(state, headed, aims) {
    const { view, rules } = state, names = say.namesOf(state);
    const may = asks(state) === "back" ? [] : legal(state);
    const owners = new Map(lastTurn(view).filter(({ event }) => event === "placed").map(({ card, seat }) => [card, seat]));
    const costs = view.rows.map((row) => headsOf(rules, row)), least = bestOf(rules, costs);
    const why = rules.goal === "most" ? _("the most heads") : _("the cheapest");
    // After the game the rows stay as they are, and the table of heads has the result.
    const takes = new Map(isOver(view) ? [] : taken(state).map((each) => [each.row, each]));
    return view.rows.map((cards, at) => {
      const number = at + 1, room = Math.max(0, rules.row_limit - cards.length), cost = costs[at];
      const ends = may.flatMap((act) => ("take" in act && act.take === at ? [act.end ?? null] : []));
      const free = places(cards.length, room, ends.filter((end) => end).length);
      const laid = cards.map((card, place) => named(state, card, `place${number}-${place}`, owners.get(card)));
      const took = takes.get(at), gone = took ? tookText(names[took.seat], took.heads, free.length, number) : nothing;
      const here = (/** @type {"left" | "right"} */ side) => (ends.includes(side) ? end(number, side, room, cost) : nothing);
      const [open, cheapest] = [ends.includes(null), ends.includes(null) && cost === least];
      const kinds = `${room ? "" : " full"}${open ? " open" : ""}${cheapest ? " cheapest" : ""}`;
      const head = open ? takeIt(number, cost, cheapest ? why : "") : about(number, cost, room, headed?.[at]);
      const slots = free.map((place) => slot(`place${number}-${place}`));
      return html`<li class="row${kinds}" id="row${number}" data-aim=${aims[at] ?? nothing}>${head}<span
        class="cards">${here("left")}${laid}${here("right")}${gone}${slots}</span></li>`;
    });
  };
}
