// Forms of the table are sent without leaving the page: the stream brings what comes of them.
import { byId } from "./page.js";

const note = byId("note");
// What is to be sent of a form once it has been answered: the last press counts.
const next = new WeakMap();
const plain = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.dataset.live === undefined) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter));
  if (next.has(form)) next.set(form, body);
  else send(form, body);
});

async function send(form, body) {
  next.set(form, null);
  if (form.dataset.asking) note.textContent = form.dataset.asking;
  const sent = { form, status: 0, field: null, text: "" };
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "HX-Request": "true" } });
    sent.status = answer.status;
    sent.field = answer.headers.get("sixth-field");
    sent.text = plain(await answer.text());
  } catch { /* status 0 says so */ }
  note.textContent = sent.status && sent.status < 500 ? sent.text : note.dataset.unsent;
  document.dispatchEvent(new CustomEvent("sixth:sent", { detail: sent }));
  const waiting = next.get(form);
  next.delete(form);
  if (waiting) send(form, waiting);
}
