// Dragging a card of the hand: dropped anywhere but over the hand, it is played.
import { choosing, lift, send } from "./hand.js";
import { byId, closest } from "./page.js";

// A small movement is still a press; so many pixels are a drag.
const FAR = 10;
/** @type {{button: HTMLButtonElement, x: number, y: number, pointer: number} | null} */
let held = null;
let moves = false;

/** @type {(event: PointerEvent, element: Element) => boolean} */
function isOver({ clientX, clientY }, element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}
/** @type {(event: PointerEvent) => boolean} */
const plays = (event) => choosing() && isOver(event, byId("table").querySelector(".play")) && !isOver(event, byId("hand"));
const glow = (/** @type {boolean} */ on) => byId("rows")?.classList.toggle("aimed", on);

document.addEventListener("pointerdown", (event) => {
  moves = false;
  const button = closest(event, "#hand button");
  if (!button || !event.isPrimary || event.button !== 0 || !choosing()) return;
  held = { button, x: event.clientX, y: event.clientY, pointer: event.pointerId };
});

document.addEventListener("pointermove", (event) => {
  if (held?.pointer !== event.pointerId) return;
  const x = event.clientX - held.x, y = event.clientY - held.y;
  if (!moves) {
    if (Math.hypot(x, y) < FAR) return;
    moves = true;
    held.button.setPointerCapture(event.pointerId);
    held.button.classList.add("dragged");
    lift(Number(held.button.value));
  }
  held.button.style.translate = `${x}px ${y}px`;
  glow(plays(event));
});

function letGo() {
  held?.button.classList.remove("dragged");
  if (held) held.button.style.translate = "";
  held = null;
  glow(false);
}
document.addEventListener("pointerup", (event) => {
  if (held?.pointer !== event.pointerId) return;
  const { button } = held;
  letGo();
  if (moves && button.isConnected && plays(event)) send(Number(button.value));
});
document.addEventListener("pointercancel", letGo);
// The end of a drag is no press.
window.addEventListener("click", (event) => {
  if (!moves || !closest(event, "#hand button")) return;
  moves = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
