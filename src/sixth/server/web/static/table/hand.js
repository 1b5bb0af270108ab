// The viewer's hand, and the open deck: a card is lifted first and sent by a second press; a card may be kept for
// the next turn, in this browser only; and a preview shows where it would go.
import { asks } from "./derived.js";
import { get, subscribe } from "./prefs.js";
import { byId, closest, say, word } from "./page.js";
import { act, roundOf, send, store, watch } from "./store.js";
import { isHeld, mayKeep } from "./turn.js";

const KEPT = `sixth-kept:${location.pathname}`;

// The game on the page, once one has begun.
const game = () => /** @type {Playing | null} */ (store.state?.view ? store.state : null);
export const choosing = () => store.state !== null && asks(store.state) === "choose";
const chosen = () => game()?.view.chosen ?? 0;
const where = (/** @type {number} */ card) => (store.state && store.say?.where(store.state, card)) ?? "";
const turn = () => `${game()?.view.turn ?? ""}`;
// The card that an event is about, 0 for none.
/** @type {(event: Event, selector?: string) => number} */
const cardAt = (event, selector = "#hand button") => Number(closest(event, selector)?.value ?? 0);

export function lift(/** @type {number} */ card) {
  act({ lifted: card });
  say(word("lifted", { card, where: store.acts.brief ? "" : where(card) }));
}

// Return whether a card was lifted.
export function putBack() {
  const { picked, lifted: card } = store.acts;
  if (picked) { act({ picked: 0 }); return true; }
  if (!card) return false;
  act({ lifted: 0 });
  say(word("back", { card }));
  return true;
}

/** @type {(card: number, key?: string) => void} */
export function play(card, key = "sent") {
  const { kept } = store.acts, { games, view } = /** @type {Playing} */ (game());
  act({ lifted: card, kept: kept?.card === card ? null : kept });
  say(word(key, { card }));
  send({ do: "choose", game: games, round: view.round, turn: view.turn, card });
}

export function keepLifted() {
  /** @type {HTMLButtonElement | null | undefined} */
  const focused = document.activeElement?.closest("#hand button");
  const { kept, lifted } = store.acts, card = lifted || Number(focused?.value ?? 0), state = game();
  if (kept && (!card || kept.card === card)) {
    say(word("gone", { card: kept.card }));
    act({ kept: null });
  } else if (state && mayKeep(state, card)) {
    const now = { card, round: roundOf(state), turn: choosing() ? turn() : "" };
    act({ kept: now, lifted: 0, pointer: 0, focus: 0 });
    say(word("kept", { card }));
  }
}

// A press on a card, by mouse, touch or keyboard.
document.addEventListener("click", (event) => {
  const card = cardAt(event), { lifted } = store.acts;
  if (!card) return;
  event.preventDefault();
  if (card === chosen() && choosing()) { if (!putBack()) say(byId("prompt").textContent); }
  else if (!choosing()) { if (lifted === card) keepLifted(); else lift(card); }
  else if (lifted === card || get("once")) play(card);
  else lift(card);
}, true);

// A press on a card of the open deck does not show it to one player alone, and a pick cannot be undone.
document.addEventListener("click", (event) => {
  const card = cardAt(event, "#pick button"), state = game();
  if (!card || !state) return;
  event.preventDefault();
  if (card === store.acts.picked || get("once")) {
    say(word("sent", { card }));
    send({ do: "pick", game: state.games, round: state.view.round, turn: state.view.turn, card });
    return;
  }
  act({ picked: card });
  say(word("lifted", { card, where: word("press") }));
}, true);

/** @type {Record<string, () => void>} */
const ACTS = { play: () => play(store.acts.lifted), keep: keepLifted, unlift: () => { if (!putBack()) keepLifted(); } };
document.addEventListener("click", (event) => {
  const press = ACTS[closest(event, "#lift button")?.id ?? ""], card = store.acts.lifted || store.acts.kept?.card;
  if (!press) return;
  press();
  // The button disappears, so the focus goes to the card.
  (document.querySelector(`button#h${card}`) ?? byId("prompt")).focus({ preventScroll: true });
});

// The card at the pointer or the focus. Its preview stays while the pointer is on the preview, and goes with Escape.
// A tap enters and leaves several times before it is a click, so one change a frame is enough.
let near = {};
/** @type {(by: "pointer" | "focus", card: number) => void} */
function point(by, card) {
  if ({ ...store.acts, ...near }[by] === card) return;
  if (!Object.keys(near).length) requestAnimationFrame(() => { const now = near; near = {}; act(now); });
  near = { ...near, [by]: card };
}
document.addEventListener("pointerover", (event) => {
  if (cardAt(event) || !closest(event, ".reach")) point("pointer", cardAt(event));
});
document.addEventListener("pointerout", ({ relatedTarget }) => { if (!relatedTarget) point("pointer", 0); });
document.addEventListener("focusin", (event) => point("focus", cardAt(event, "#hand button:focus-visible")));
document.addEventListener("focusout", () => point("focus", 0));
export const lookAway = () => act({ pointer: 0, focus: 0 });

// Arrows lead from card to card, up and down to the next line of cards.
document.addEventListener("keydown", (event) => {
  const from = closest(event, "#hand button, #pick button");
  if (!from?.form || event.ctrlKey || event.altKey || event.metaKey) return;
  /** @type {HTMLButtonElement[]} */
  const all = Array.from(from.form.querySelectorAll("button")), index = all.indexOf(from), box = from.getBoundingClientRect();
  const line = (/** @type {number} */ sign) => all.filter((one) => sign * (one.getBoundingClientRect().top - box.top) > box.height / 2)
    .sort((one, other) => far(one, box) - far(other, box))[0];
  const next = {
    ArrowLeft: () => all[index - 1], ArrowRight: () => all[index + 1], Home: () => all[0], End: () => all.at(-1),
    ArrowUp: () => line(-1), ArrowDown: () => line(1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next()?.focus();
});
/** @type {(one: Element, box: DOMRect) => number} */
const far = (one, box) => {
  const { left, top } = one.getBoundingClientRect();
  return Math.abs(left - box.left) + 3 * Math.abs(top - box.top);
};

// -------------------------------------------------------------- the card kept for the next turn

/** @type {Kept | null} */
let saved = null;
function save() {
  const { kept } = store.acts;
  if (kept === saved) return;
  saved = kept;
  byId("kept-about").textContent = kept ? word("kept", { card: kept.card }) : "";
  try {
    if (kept) sessionStorage.setItem(KEPT, JSON.stringify(kept));
    else sessionStorage.removeItem(KEPT);
  } catch { /* it is kept until the page is left */ }
}
let fired = "";
// The turn of the kept card has come: play it, once.
function fire() {
  const state = game(), { kept } = store.acts, now = state && `${roundOf(state)}.${turn()}`;
  if (!now || !kept || fired === now || !choosing() || chosen() || turn() === kept.turn) return;
  fired = now;
  const { card } = kept;
  setTimeout(() => {
    const then = game();
    if (then && choosing() && !chosen() && isHeld(then, card)) play(card, "fired");
  });
}
watch(save);
watch(fire);
try { act({ kept: JSON.parse(sessionStorage.getItem(KEPT) ?? "null") }); } catch { /* none, then */ }
subscribe(() => act({ brief: get("detail") === "brief" }));
