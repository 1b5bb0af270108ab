// The board of a puzzle: an answer is played out on it card by card, and undone for another try. With reduced motion
// the cards are placed at once.

/** A card that comes to lie, as the server works it out. @typedef {[number: number, heads: number, row: number, end: "left" | "right", takes: boolean]} Move */

const MOVE_MS = 260, SWEEP_MS = 300;
const rows = document.getElementById("rows"), lying = rows?.cloneNode(true);
const still = matchMedia("(prefers-reduced-motion: reduce)");
let played = 0, changed = false;

/** @type {(within: Element) => HTMLElement[]} */
const cardsIn = (within) => [.../** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll(".card"))];
/** @type {(cards: Element[]) => number} */
const headsOf = (cards) => cards.reduce((sum, { className }) => sum + Number(/\bh(\d)\b/.exec(className)?.[1]), 0);
const SLOT = '<span class="slot" aria-hidden="true"></span>';

// The rows at the start.
export function putBack() {
  played += 1;
  if (changed && rows && lying) rows.replaceChildren(...lying.cloneNode(true).childNodes);
  changed = false;
}

/**
 * Play an answer out, unless another one is tried meanwhile.
 * @param {Move[]} moves
 */
export async function play(moves) {
  const mine = played;
  // The verdict is shown first.
  await new Promise(requestAnimationFrame);
  await new Promise((shown) => setTimeout(shown));
  for (const move of moves) if (mine === played) await lay(move);
}

// The card in its final place, a copy of that in the hand or in the line of cards to come.
/** @type {(number: number) => {card: HTMLElement, from: DOMRect}} */
function copyOf(number) {
  const shown = [...document.querySelectorAll(".choices")].flatMap(cardsIn);
  const from = /** @type {HTMLElement} */ (shown.find((one) => one.querySelector("b")?.textContent === `${number}`));
  const card = document.createElement("span");
  card.className = `${from.className.replace(/ ?\b(new|tried)\b/g, "")} laid`;
  card.append(...from.cloneNode(true).childNodes);
  return { card, from: from.getBoundingClientRect() };
}

// Place one card; if it takes the row, the earlier cards are swept away.
/** @type {(move: Move) => Promise<void>} */
async function lay([number, , at, end, takes]) {
  changed = true;
  const { card, from } = copyOf(number), row = /** @type {HTMLElement} */ (document.getElementById(`lane${at}`));
  const cards = /** @type {HTMLElement} */ (row.querySelector(".cards")), there = cardsIn(cards);
  if (takes) {
    await Promise.all(there.map(sweep));
    cards.prepend(card);
    cards.insertAdjacentHTML("beforeend", SLOT.repeat(there.length - 1));
    cards.insertAdjacentHTML("beforeend", `<span class="took">+${headsOf(there)}<i class="heads n1"></i></span>`);
  } else {
    cards.querySelector(".slot:not(.here)")?.remove();
    if (end === "left") there[0].before(card);
    else there[there.length - 1].after(card);
  }
  for (const here of cards.querySelectorAll(".here")) here.remove();
  const room = cards.querySelectorAll(".slot").length, cost = row.querySelector(".cost b");
  row.classList.toggle("full", !room);
  // Taken cards are listed in the free places, as long as there are some.
  cards.querySelector(".took")?.classList.toggle("of2", room > 1);
  if (cost) cost.textContent = `${headsOf(cardsIn(cards))}`;
  // The label names the cards that lay there before.
  row.querySelector(".about .only-read")?.remove();
  await glide(card, from);
}

/** @type {(card: HTMLElement) => Promise<void>} */
async function sweep(card) {
  if (!still.matches) await card.animate([{}, { opacity: 0, transform: "translateY(-0.6rem)" }], SWEEP_MS).finished;
  card.remove();
}

/** @type {(card: HTMLElement, from: DOMRect) => Promise<unknown> | null} */
function glide(card, from) {
  if (still.matches) return null;
  const to = card.getBoundingClientRect();
  const begin = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  Object.assign(card.style, { transformOrigin: "0 0", zIndex: "2" });
  return card.animate([{ transform: begin }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" }).finished;
}
