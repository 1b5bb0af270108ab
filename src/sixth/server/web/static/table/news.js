// News of a table are shown one after another, and focus is never lost.
import { put } from "./patch.js";
import { show } from "./reveal.js";

// A card that is played leaves the hand, and takes the focus with it; what is moved loses it. Give it back, or
// put it where the server says. Who plays by keyboard must see it there; for others the page stays where it is.
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

// One after another: the next one waits until cards have come to lie. `make` returns what the page is to become; `begins` is
// whether cards are turned over in it. When one more turn is known, those before it are late.
/** @type {(make: () => Promise<DocumentFragment>, begins: boolean, late: boolean) => Promise<void>} */
export function take(make, begins, late) {
  const turn = turns += begins ? 1 : 0;
  const taken = shown.then(async () => {
    const next = await make();
    await show(() => keepingFocus(() => put(next)), next, late || turn < turns);
    document.dispatchEvent(new Event("sixth:shown"));
  });
  // What could not be shown does not keep what comes after it.
  shown = taken.catch(() => {});
  return taken;
}

// What is no news of its own is shown behind those that are.
export function after(/** @type {() => void} */ change) { shown = shown.then(() => keepingFocus(change)); }

// The link to invite by, where the browser lets us copy; it comes and goes with who sits where.
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
