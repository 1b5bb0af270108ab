// The reveal at the speed one likes, or skipped: the frames that wait are then shown at once.
import { get, subscribe } from "./prefs.js";
import { asks, byId, onChange, redress, show as reveal } from "./page.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moving = () => !still.matches && get("speed") !== "off";
let skipping = false, running;

// Change the page, and wait until its cards have come to lie, if it `moves` any.
export async function show(change, moves) {
  if (!moves || !moving() || skipping || document.hidden || !document.startViewTransition) return change();
  running = document.startViewTransition(change);
  running.ready.catch(() => { /* it was skipped */ });
  await running.finished;
}

// How many seconds a card moves for, now.
export const lasts = () => moving() && !skipping
  ? parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--move")) / 1000 : 0;

// While cards are placed; not while somebody decides for a row.
const placing = () => byId("skip") !== null;
onChange(() => {
  if (!placing()) skipping = false;
  reveal(byId("skip"), placing() && moving() && !skipping && !["take", "side"].includes(asks()));
});
subscribe(redress);
still.addEventListener("change", redress);

// Whether there was something to skip.
export function skip() {
  if (skipping || !placing() || !moving()) return false;
  skipping = true;
  running?.skipTransition();
  redress();
  return true;
}
document.addEventListener("click", ({ target }) => {
  if (!target.closest("#stage") || !placing()) return;
  const focused = document.activeElement?.id === "skip";
  if (skip() && focused) byId("prompt").focus({ preventScroll: true });
});

// While a transition begins the browser finds nothing under the pointer but the page itself: press again what lies
// there as soon as it is drawn.
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (target !== document.documentElement) return;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    document.elementFromPoint(clientX, clientY)?.closest("#table button, #table a")?.click();
  }));
});
