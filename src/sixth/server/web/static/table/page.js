// The page of a table: its elements, what it announces, and the focus.
import { isHeld } from "./turn.js";

const words = /** @type {Record<string, string>} */ (document.getElementById("turn-words")?.dataset);
const log = document.getElementById("say");
const MOST = 80;

// An element that this page has; where it may be missing, the caller checks.
export const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
// The nearest element around the target of an event that a selector names, a button by default.
/** @type {<Kind extends HTMLElement = HTMLButtonElement>(event: Event, selector: string) => Kind | null} */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** @type {(name: string, values?: Record<string, string | number>) => string} */
export const word = (name, values = {}) =>
  words[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? "")).trim();

// Announce a line, a sentence or several with their detail.
export function say(/** @type {string | {text: string, detail: number}[]} */ sentences) {
  if (!log || !sentences.length) return;
  const p = document.createElement("p");
  if (typeof sentences === "string") p.textContent = sentences;
  else {
    p.append(...sentences.flatMap(({ text, detail }, at) => {
      const span = document.createElement("span");
      Object.assign(span, { textContent: text }).dataset.detail = `${detail}`;
      return at ? [" ", span] : [span];
    }));
  }
  log.append(p);
  while (log.childElementCount > MOST) log.firstElementChild?.remove();
}

/**
 * Change the page to `state` without losing the focus. A card that leaves the hand leaves it to another one, and a moved element
 * loses it: it is given back, or put where the page says. A keyboard player must see it there; for others the page does not scroll.
 * @param {State} state
 * @param {() => void} change
 */
export function keepingFocus(state, change) {
  const held = /** @type {HTMLElement} */ (document.activeElement ?? document.body), keys = held.matches(":focus-visible"), { id } = held;
  // A browser lays out the whole page before it removes the focused element. Nothing has changed yet, so that is cheap now.
  if (held instanceof HTMLButtonElement && held.matches("#hand .card") && !isHeld(state, Number(held.value))) held.blur();
  change();
  const now = document.activeElement;
  if (held === document.body || (now !== document.body && (now !== held || held.id === id))) return;
  const same = held.isConnected && held.id === id ? held : document.getElementById(id);
  const next = same?.matches("a, button, input, select, summary, [tabindex]") ? same : document.querySelector("#table [data-focus]");
  /** @type {HTMLElement | null | undefined} */ (next)?.focus({ preventScroll: !keys });
}
