// Forms of the table, sent without leaving the page: news over its line show their effect.
import { byId } from "./page.js";

const note = byId("note");
// The next request of a form whose last one is not answered yet: the last press counts.
/** @type {WeakMap<HTMLFormElement, {action: string, body: URLSearchParams} | null>} */
const next = new WeakMap();
const plain = (/** @type {string} */ html) => new DOMParser().parseFromString(html, "text/html").body.textContent;

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.live === undefined) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  const action = (event.submitter?.getAttribute("formaction") || form.getAttribute("action")) ?? "";
  if (next.has(form)) next.set(form, { action, body });
  else send(form, action, body);
});

// Actions of a turn are commands, which cost the server least. The first card that is ever played in this
// browser is a form, by whose answer the browser remembers that its reader has played.
let played = byId("stream").dataset.played !== undefined;
const COMMANDS = ["choose", "pick", "take", "flip", "next"];
/** @type {(name: string, body: URLSearchParams) => Record<string, unknown>} */
function command(name, body) {
  const { place, ...fields } = Object.fromEntries(body);
  const [row, end] = place ? place.split(":") : [];
  const numbers = Object.entries({ ...fields, ...(place && { row }) }).map(([key, value]) => [key, Number(value)]);
  return { do: name, ...Object.fromEntries(numbers), ...(end && { end }) };
}

/**
 * The outcome of a form: `status` is 0 without an answer, `field` is the refused field, `text` the reason.
 * @typedef {{form: HTMLFormElement, status: number, field: string | null, text: string}} Sent
 */

/** @type {(form: HTMLFormElement, action: string, body: URLSearchParams) => Promise<void>} */
async function send(form, action, body) {
  next.set(form, null);
  if (form.dataset.asking) note.textContent = form.dataset.asking;
  /** @type {Sent} */
  const sent = { form, status: 0, field: null, text: "" };
  const at = action.lastIndexOf("/") + 1, name = action.slice(at);
  try {
    if (COMMANDS.includes(name) && (played || name !== "choose")) {
      const json = { method: "POST", body: JSON.stringify(command(name, body)), headers: { "Content-Type": "application/json" } };
      const answer = await fetch(`${action.slice(0, at)}do`, json);
      sent.status = answer.status;
      sent.text = (await answer.json()).detail ?? "";
    } else {
      const answer = await fetch(action, { method: "POST", body, headers: { "HX-Request": "true" } });
      sent.status = answer.status;
      sent.field = answer.headers.get("sixth-field");
      sent.text = plain(await answer.text());
      played ||= answer.ok && name === "choose";
    }
  } catch { /* status 0 says so */ }
  note.textContent = sent.status && sent.status < 500 ? sent.text : note.dataset.unsent;
  document.dispatchEvent(new CustomEvent("sixth:sent", { detail: sent }));
  const waiting = next.get(form);
  next.delete(form);
  if (waiting) send(form, waiting.action, waiting.body);
}
