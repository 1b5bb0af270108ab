// The last events, step by step, over the table; and the heads of all rounds, on request.
import { byId } from "./page.js";

const dialog = byId("past"), step = byId("past-step");
const first = `${location.pathname}/history`;

export async function open(address = first) {
  const direction = dialog.open && document.activeElement?.getAttribute("rel");
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) { location.href = address; return; }
  step.innerHTML = await answer.text();
  if (!dialog.open) dialog.showModal();
  (step.querySelector(`a[rel=${direction || "next"}]`) ?? step.querySelector("a[rel]"))?.focus();
  byId("past-say").textContent = [...step.querySelectorAll("[data-said]")].map((one) => one.textContent.trim()).join(". ");
}

export function go(/** @type {string} */ rel) {
  if (!dialog.open) open();
  else {
    const link = step.querySelector(`a[rel=${rel}]`);
    if (link) { link.focus(); link.click(); }
  }
}

// The heads of all rounds, in their box.
export async function rounds(/** @type {HTMLElement} */ box) {
  if (!box.dataset.from) return;
  const answer = await fetch(box.dataset.from, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  box.innerHTML = await answer.text();
  delete box.dataset.from;
}
