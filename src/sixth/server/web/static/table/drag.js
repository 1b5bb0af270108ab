// Dragging a card of the hand: dropped anywhere but over the hand, it is played.
import { choosing, lift, play } from "./hand.js";
import { byId, closest } from "./page.js";
import { act, store } from "./store.js";
import { isHeld } from "./turn.js";

// A small movement is still a press; so many pixels are a drag.
const FAR = 10;
/** @type {{card: number, x: number, y: number, pointer: number} | null} */
let held = null;
let moves = false;

/** @type {(event: PointerEvent, element: Element) => boolean} */
function isOver({ clientX, clientY }, element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}
/** @type {(event: PointerEvent) => boolean} */
const plays = (event) => choosing() && isOver(event, byId("table").querySelector(".play")) && !isOver(event, byId("hand"));

document.addEventListener("pointerdown", (event) => {
  moves = false;
  const button = closest(event, "#hand button");
  if (!button || !event.isPrimary || event.button !== 0 || !choosing()) return;
  held = { card: Number(button.value), x: event.clientX, y: event.clientY, pointer: event.pointerId };
});

document.addEventListener("pointermove", (event) => {
  if (held?.pointer !== event.pointerId) return;
  const { card } = held, x = event.clientX - held.x, y = event.clientY - held.y;
  if (!moves) {
    if (Math.hypot(x, y) < FAR) return;
    moves = true;
    byId(`h${card}`).setPointerCapture(event.pointerId);
    lift(card);
  }
  act({ dragged: { card, x, y }, aimed: plays(event) });
});

function letGo() {
  held = null;
  if (store.acts.dragged) act({ dragged: null, aimed: false });
}
document.addEventListener("pointerup", (event) => {
  if (held?.pointer !== event.pointerId) return;
  const { card } = held, { state } = store;
  letGo();
  if (moves && state && isHeld(state, card) && plays(event)) play(card);
});
document.addEventListener("pointercancel", letGo);
// The end of a drag is no press.
window.addEventListener("click", (event) => {
  if (!moves || !closest(event, "#hand button")) return;
  moves = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
