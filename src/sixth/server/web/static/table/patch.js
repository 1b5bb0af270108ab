// Patches: HTML whose top elements describe changes of the page.
// - An element with an `id` replaces the one with that id.
// - The content of `<p-add to="…">` is appended to the element with that id.
// - `<p-set to="…" …>` gives the element with that id its other attributes, and removes the empty ones.
// - `<title>` is the title.
// Elements that are not on the page are ignored.
/** @type {Record<string, (to: Element, change: Element) => void>} */
const ACTS = {
  "P-ADD": (to, change) => to.append(...change.childNodes),
  "P-SET": (to, change) => {
    for (const { name, value } of change.attributes) {
      if (name !== "to") value ? to.setAttribute(name, value) : to.removeAttribute(name);
    }
  },
};

/**
 * Return a patch as the changes that it makes.
 * @param {string} patch
 */
export function read(patch) {
  const template = document.createElement("template");
  template.innerHTML = patch;
  return template.content;
}

/**
 * Apply a patch to the page.
 * @param {DocumentFragment} read
 */
export function put(read) {
  // A browser lays out the whole page before it removes the focused element. Nothing has changed yet, so that is cheap now.
  const held = /** @type {HTMLElement | null} */ (document.activeElement), hand = read.getElementById("hand");
  if (hand && held?.matches("#hand .card") && !hand.querySelector(`button#${held.id}`)) held.blur();
  for (const change of [...read.children]) {
    if (change.tagName === "TITLE") document.title = change.textContent ?? "";
    const to = document.getElementById(change.getAttribute("to") ?? change.id);
    if (to) (ACTS[change.tagName] ?? become)(to, change);
  }
}

/**
 * Make a node equal to another. Only differences are touched, so that focus, typed text and opened parts
 * stay.
 * @param {any} old
 * @param {any} now
 */
export function become(old, now) {
  if (old.isEqualNode(now) || old.dataset?.keep !== undefined) return;
  if (old.nodeName !== now.nodeName) return old.replaceWith(now);
  if (old.nodeType !== Node.ELEMENT_NODE) { old.data = now.data; return; }
  for (const { name } of [...old.attributes]) if (name !== "open" && !now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) {
    if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  let at = old.firstChild;
  for (const child of [...now.childNodes]) {
    const match = matches(at, child) ? at : child.id ? [...old.children].find((one) => matches(one, child)) : null;
    if (match !== at || !match) old.insertBefore(match ?? child, at);
    if (!match) continue;
    at = match.nextSibling;
    become(match, child);
  }
  while (at) { const extra = at; at = at.nextSibling; extra.remove(); }
}
/** @type {(one: any, other: any) => boolean} */
const matches = (one, other) => one?.nodeName === other.nodeName && (one.id ?? "") === (other.id ?? "");
