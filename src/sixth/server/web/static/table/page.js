// The page of a table: its elements, its changes, and the sentences and announcements of scripts.
const words = /** @type {Record<string, string>} */ (document.getElementById("turn-words")?.dataset);
const log = document.getElementById("say");
const MOST = 80;

// An element that this page has; where it may be missing, the caller checks.
export const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
// The nearest element around the target of an event that a selector names, a button by default.
/** @type {<Kind extends HTMLElement = HTMLButtonElement>(event: Event, selector: string) => Kind | null} */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);
export const asks = () => byId("table").dataset.asks;

/** @type {(name: string, values?: Record<string, string | number>) => string} */
export const word = (name, values = {}) =>
  words[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? "")).trim();

// Announce a sentence of our own, after those of the server.
export function say(/** @type {string} */ sentence) {
  const p = document.createElement("p");
  p.textContent = sentence;
  /** @type {HTMLElement} */ (log).append(p);
}
if (log) new MutationObserver(() => { while (log.childElementCount > MOST) log.firstElementChild?.remove(); })
  .observe(log, { childList: true });

// Call `dress` after every patch, to restore what the server does not know; it changes nothing that
// is right already, so the calls end.
/** @type {Set<() => void>} */
const dressers = new Set();
export function onChange(/** @type {() => void} */ dress) { dressers.add(dress); dress(); }
export const redress = () => { for (const dress of dressers) dress(); };
new MutationObserver(redress).observe(byId("table"), {
  subtree: true, childList: true, attributes: true,
  attributeFilter: ["data-v", "class", "aria-pressed", "aria-current", "aria-describedby", "data-tag", "hidden"],
});

// Called once for each version shown.
export function onVersion(/** @type {() => void} */ see) {
  let last = byId("table").dataset.v;
  onChange(() => {
    const { v } = byId("table").dataset;
    if (v !== last) { last = v; see(); }
  });
}

// Change only attributes that differ.
/** @type {(element: HTMLElement | null, shown: boolean) => void} */
export const show = (element, shown) => { if (element && element.hidden === shown) element.hidden = !shown; };
/** @type {(element: Element | null, text: string) => void} */
export const write = (element, text) => { if (element && element.textContent !== text) element.textContent = text; };
/** @type {(element: Element, name: string, value: string | null) => void} */
export const mark = (element, name, value) => {
  if (value === null) { if (element.hasAttribute(name)) element.removeAttribute(name); }
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};
