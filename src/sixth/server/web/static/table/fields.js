// What was refused stands beside its field, and the field says so, until its form is sent again.
import { byId, mark, onChange, redress, write } from "./page.js";

const faults = new Map();

document.addEventListener("htmx:after:request", ({ target: form, detail }) => {
  if (!form.matches?.("form[hx-post]")) return;
  const { headers, status } = detail.ctx.response ?? {};
  const name = status >= 400 && status < 500 ? headers.get("sixth-field") : null;
  for (const input of form.querySelectorAll("[aria-describedby$='-wrong']")) {
    faults.set(input.id, input.name === name ? plain(detail.ctx.text) : "");
    if (input.name === name) input.focus();
  }
  redress();
});

const plain = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent;

onChange(() => {
  for (const [id, why] of faults) {
    const input = byId(id);
    if (!input) continue;
    mark(input, "aria-invalid", why ? "true" : null);
    write(byId(`${id}-wrong`), why);
  }
});
