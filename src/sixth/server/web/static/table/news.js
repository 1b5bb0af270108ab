// News of a table: shown one after another, without losing the focus.
import { put } from "./patch.js";
import { show } from "./reveal.js";

// A played card leaves the hand with the focus, and a moved element loses it. Give it back, or
// put it where the server says. A keyboard player must see it there; for others the page does not scroll.
export function keepingFocus(/** @type {() => void} */ change) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement), keys = held?.matches(":focus-visible");
  change();
  if (!held || held === document.body || document.activeElement !== document.body) return;
  const same = held.isConnected ? held : document.getElementById(held.id);
  const next = same?.matches("a, button, input, select, summary, [tabindex]") ? same : document.querySelector("#table [data-focus]");
  /** @type {HTMLElement | null | undefined} */ (next)?.focus({ preventScroll: !keys });
}

/** @type {Promise<unknown>} */
let shown = Promise.resolve();
let turns = 0;

// Changes are shown one after another: each waits until cards have been placed. `make` returns the change; `begins` is
// whether it turns cards over. Changes before that of a later turn are late, and not animated.
/** @type {(make: () => Promise<DocumentFragment>, begins: boolean, late: boolean) => Promise<void>} */
export function take(make, begins, late) {
  const turn = turns += begins ? 1 : 0;
  const taken = shown.then(async () => {
    const next = await make();
    await show(() => keepingFocus(() => put(next)), next, late || turn < turns);
    document.dispatchEvent(new Event("sixth:shown"));
  });
  // A change that fails does not stop the next ones.
  shown = taken.catch(() => {});
  return taken;
}

// A change without news is shown after the pending news.
export function after(/** @type {() => void} */ change) { shown = shown.then(() => keepingFocus(change)); }

// The invitation link, if the browser can copy; it comes and goes with the seat.
const offerCopy = () => {
  const copy = document.getElementById("copy");
  if (copy && navigator.clipboard) copy.hidden = false;
};
offerCopy();
document.addEventListener("sixth:shown", offerCopy);
document.addEventListener("click", async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.id !== "copy") return;
  const [link, note] = ["link", "note"].map((id) => /** @type {any} */ (document.getElementById(id)));
  await navigator.clipboard.writeText(link.value);
  note.textContent = target.dataset.done;
});
