// What differs from classic at a table: a line that opens to say it in sentences, by itself in the first round until it was
// closed once in this browser. It is loaded where a game differs.
const KEY = "sixth-told";
/** @type {Set<string>} */
const told = new Set();
try { for (const name of (localStorage.getItem(KEY) ?? "").split(" ")) told.add(name); } catch { /* it is told each time, then */ }

document.addEventListener("toggle", ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || target.id !== "differs" || target.open) return;
  for (const { dataset: { name = "" } } of target.querySelectorAll("li")) told.add(name);
  try { localStorage.setItem(KEY, [...told].join(" ").trim()); } catch { /* for this page only */ }
}, true);
document.addEventListener("click", ({ target }) => {
  const line = target instanceof Element && target.closest("#got-it") ? target.closest("details") : null;
  if (!line) return;
  line.open = false;
  line.querySelector("summary")?.focus({ preventScroll: true });
});

/**
 * Return a function that draws the line for a viewer.
 * @param {Words} say
 * @param {{rules: string}} page the address of all rules, "" where the site has none
 * @param {import("./view/table.js").Shared} shared
 * @returns {(state: State) => Drawn}
 */
export const lines = (say, { rules }, { html, nothing, isOver }) => ({ around: { differs }, seat, view, between_rounds }) => {
  // Results have the page to themselves.
  if (!differs.length || isOver(view) || between_rounds) return nothing;
  const { _ } = say.speak, [different, link, close] = [_("What is different"), _("Rules"), _("Got it")];
  const sentences = differs.filter(({ about }) => about), isNew = seat !== null && sentences.some(({ name }) => !told.has(name));
  return html`<details class="differs" id="differs" ?open=${isNew}><summary id="what-differs"><span class="only-read">${different}: </span><span
    class="in-short">${differs.map(({ name, text }) => html`<span class="tells is-${name}">${text}<span class="only-read">. </span></span>`)}</span></summary><div><ul>${
    sentences.map(({ name, about }) => html`<li class="tells is-${name}" data-name=${name}>${about}</li>`)}</ul><p><button type="button"
    id="got-it">${close}</button>${rules ? html` <a href="${rules}/${differs[0].game}" target="_blank">${link}</a>` : nothing}</p></div></details>`;
};
