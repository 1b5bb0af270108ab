// The elements that all pictures of a table share: cards, marks, lists. Pure.
import { html, noChange, nothing } from "../../lit/lit-html.js";
import { heads } from "../derived.js";

/** @type {(name: string, value: string | number | boolean) => Drawn} */
export const input = (name, value) => html`<input type="hidden" name=${name} value=${value} autocomplete="off">`;

// The fields that name the turn of a form.
export const turnOf = (/** @type {Playing} */ { games, view }) =>
  [input("game", games), input("round", view.round), input("turn", view.turn)];

// Classes by which style sheets know the number of parts.
export const atLeast = (/** @type {number} */ count) =>
  [2, 3, 5, 6, 7, 8, 9, 11].filter((least) => count >= least).map((least) => ` of${least}`).join("");

// The shape of a seat.
/** @type {(state: State, seat: number | null | undefined) => Drawn} */
export const mark = ({ marks }, seat) =>
  (typeof seat === "number" ? html`<i class="mark m${marks[seat]}" aria-hidden="true"></i>` : nothing);

// Rows in their places, and the players; `label` is for screen readers.
/** @type {(label: string, rows: Drawn[], kind?: string) => Drawn} */
export const rowList = (label, rows, kind = "") =>
  html`<ol class="rows${atLeast(rows.length)}${kind}" id="rows" aria-label=${label}>${rows}</ol>`;
/** @type {(label: string, players: Drawn[], kind?: string) => Drawn} */
export const playerList = (label, players, kind = "") =>
  html`<ul class="players${atLeast(players.length)}${kind}" id="players" aria-label=${label}>${players}</ul>`;

/**
 * Return a function that draws a part by its name, and leaves it as it is where all values that it is drawn of are those of last
 * time. The part has to be at the same place as long as these are the same.
 * @returns {(name: string, of: unknown[], draw: () => Drawn) => Drawn}
 */
export function memory() {
  /** @type {Map<string, unknown[]>} */
  const drawn = new Map();
  return (name, of, draw) => {
    const last = drawn.get(name);
    if (last && of.every((value, at) => value === last[at])) return noChange;
    drawn.set(name, of);
    return draw();
  };
}

/**
 * Return functions that draw cards: what stands on one, and one with a name, by which the browser knows it again when it
 * moves; `at` is the id of its place, and `owner` the seat that played it.
 * @param {Words} say
 */
export function cards(say) {
  /** @type {(state: State, card: number, owner?: number) => Drawn} */
  function face(state, card, owner) {
    const count = heads(state.rules, card);
    return html`<b class=${card > 99 ? "long" : nothing} data-n=${owner === undefined ? card : nothing}>${card}</b><i
      class="heads n${count}" aria-hidden="true"></i><span class="only-read"> (${say.headsText(count)})</span>${mark(state, owner)}`;
  }

  /** @type {(state: State, card: number, at: string, owner?: number) => Drawn} */
  const named = (state, card, at, owner) =>
    html`<span class="card h${heads(state.rules, card)} c${card}" id=${at || nothing}>${face(state, card, owner)}</span>`;

  return { face, named };
}
