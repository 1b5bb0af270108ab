// The HTML elements that all parts of a table's page share: pure.

/** @typedef {import("./state.js").Playing} Playing */

/** @type {Record<string, string>} */
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
export const text = (/** @type {string} */ sentence) => sentence.replace(/[&<>"']/g, (sign) => SIGNS[sign]);
export const attributes = (/** @type {Record<string, string | number>} */ pairs) =>
  Object.entries(pairs).map(([name, value]) => (value === "" ? "" : ` ${name}="${value}"`)).join("");
export const input = (/** @type {string} */ name, /** @type {number} */ value) =>
  `<input type="hidden" name="${name}" value="${value}" autocomplete="off">`;

// The fields that name the turn of a form.
export const turnOf = (/** @type {Playing} */ { games, view }) =>
  input("game", games) + input("round", view.round) + input("turn", view.turn);

// Classes by which style sheets know the number of parts.
export const atLeast = (/** @type {number} */ count) =>
  [2, 3, 5, 6, 7, 8, 9, 11].filter((least) => count >= least).map((least) => ` of${least}`).join("");
export const mark = (/** @type {number | null | undefined} */ seat) =>
  (typeof seat === "number" ? `<i class="mark m${seat}" aria-hidden="true"></i>` : "");

// Rows in their places, each drawn already, and the players; `label` is for screen readers.
export const rowList = (/** @type {string} */ label, /** @type {string[]} */ rows, id = "rows") =>
  `<ol class="rows${atLeast(rows.length)}" id="${id}" aria-label="${label}">${rows.join("")}</ol>`;
export const playerList = (/** @type {string} */ label, /** @type {string[]} */ players, kind = "") =>
  `<ul class="players${atLeast(players.length)}${kind}" id="players" aria-label="${label}">${players.join("")}</ul>`;
