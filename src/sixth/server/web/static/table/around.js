// What the server draws of a table and around it: before a game and after it, and by features. It is asked for anew when it may
// have changed, and put in place so that focus, typed text and opened parts stay.
import { nothing } from "../lit/lit-html.js";
import { byId } from "./page.js";
import { UNSENT, post } from "./commands.js";

// The elements within the table by id: the view says where they are.
/** @type {Map<string, Element>} */
const places = new Map();
export const around = (/** @type {string} */ id) => places.get(id) ?? nothing;

// Take the elements of a page's table, the first time as they are.
export function adopt(/** @type {Document} */ page) {
  const found = [.../** @type {Element} */ (page.getElementById("table")).querySelectorAll(":scope > [id], .progress > [id]")];
  if (page !== document) put(found);
  else for (const each of found) places.set(each.id, each);
}

// Ask the server for its parts.
export async function fetchParts() {
  const answer = await fetch(byId("stream").dataset.around, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  return [...template.content.children];
}

export function put(/** @type {Element[]} */ parts) {
  for (const each of parts) {
    const old = places.get(each.id) ?? document.getElementById(each.id);
    if (old) become(old, each);
    else places.set(each.id, each);
  }
  mark();
}

/**
 * Make a node equal to another. Only differences are touched, so that focus, typed text and opened parts stay.
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

// -------------------------------------------------------------- its forms

const plain = (/** @type {string} */ html) => new DOMParser().parseFromString(html, "text/html").body.textContent;

// They are sent without leaving the page, as is the question to the coach, whose answer is a sentence.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.live === undefined) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  const action = (event.submitter?.getAttribute("formaction") || form.getAttribute("action")) ?? "";
  post(form, async () => {
    if (form.dataset.asking) byId("note").textContent = form.dataset.asking;
    try {
      const answer = await fetch(action, { method: "POST", body, headers: { "HX-Request": "true" } });
      return { form, status: answer.status, field: answer.headers.get("sixth-field"), text: plain(await answer.text()) };
    } catch { return { form, ...UNSENT }; }
  });
});

// Errors are beside their fields, which are marked as invalid, until the form is sent again.
/** @type {Map<string, string>} */
const faults = new Map();
document.addEventListener("sixth:sent", ({ detail: { form, field, text } }) => {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form?.querySelectorAll("[aria-describedby$='-wrong']") ?? [])) {
    faults.set(input.id, input.name === field ? text : "");
    if (input.name === field) input.focus();
  }
  mark();
});

function mark() {
  for (const [id, why] of faults) {
    const input = byId(id), beside = byId(`${id}-wrong`);
    if (!input) continue;
    if (why) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (beside && beside.textContent !== why) beside.textContent = why;
  }
}
