// The last events, step by step, over the table.
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
