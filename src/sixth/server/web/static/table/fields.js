// Errors of forms: each is beside its field, which is marked as invalid, until the form is sent again.
import { byId, mark, onChange, redress, write } from "./page.js";

const faults = new Map();

document.addEventListener("sixth:sent", ({ detail: { form, field, text } }) => {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = form.querySelectorAll("[aria-describedby$='-wrong']");
  for (const input of inputs) {
    faults.set(input.id, input.name === field ? text : "");
    if (input.name === field) input.focus();
  }
  redress();
});

onChange(() => {
  for (const [id, why] of faults) {
    const input = byId(id);
    if (!input) continue;
    mark(input, "aria-invalid", why ? "true" : null);
    write(byId(`${id}-wrong`), why);
  }
});
