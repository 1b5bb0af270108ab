// New parts in place of those before: what is unfolded, typed and focused stays so, and news are announced.

/** @type {(field: HTMLInputElement) => boolean} */
const isTyped = (field) => field.value !== field.defaultValue && field.type !== "hidden";

/**
 * Put the parts of a page in place of those here that differ; `sent` is a form that was sent, whose fields are over.
 * @param {Document} next
 * @param {HTMLFormElement} [sent]
 */
export function put(next, sent) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (next.querySelectorAll("[data-part]"))) {
    const here = document.getElementById(part.id);
    if (here && !here.isEqualNode(part)) replace(here, document.adoptNode(part), sent);
  }
  const news = document.getElementById("news")?.textContent ?? "", say = document.getElementById("say");
  if (say && say.textContent !== news) say.textContent = news;
}

/** @type {(here: HTMLElement, part: HTMLElement, sent?: HTMLFormElement) => void} */
function replace(here, part, sent) {
  const focused = /** @type {HTMLElement | null} */ (here.contains(document.activeElement) ? document.activeElement : null);
  for (const each of here.querySelectorAll("details[id]")) {
    const same = /** @type {HTMLDetailsElement | null} */ (part.querySelector(`#${each.id}`));
    if (same) same.open = /** @type {HTMLDetailsElement} */ (each).open;
  }
  for (const field of here.querySelectorAll("input")) {
    const same = /** @type {HTMLInputElement | null} */ (field.id && part.querySelector(`#${field.id}`));
    if (same && isTyped(field) && !sent?.contains(field)) same.value = field.value;
  }
  here.replaceWith(part);
  if (!focused) return;
  const again = focused.id ? document.getElementById(focused.id) : null;
  const wrong = /** @type {HTMLElement | null} */ (part.querySelector("[aria-invalid=true]"));
  const heading = part.querySelector("h2, h3, summary");
  const target = wrong ?? again ?? /** @type {HTMLElement | null} */ (heading);
  if (!target) return;
  if (target === heading && !target.matches("summary")) target.tabIndex = -1;
  target.focus({ preventScroll: target !== wrong });
}
