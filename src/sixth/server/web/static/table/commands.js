// What people do: commands, each one line of JSON. News over the line of the table show their effect.
import { byId } from "./page.js";
import { change, send, sendBy, store } from "./store.js";

/**
 * The outcome of a form or a command: `status` is 0 without an answer, `field` is the refused field, `text` the reason.
 * @typedef {{form: HTMLFormElement | null, status: number, field: string | null, text: string}} Sent
 */

const plain = (/** @type {string} */ html) => new DOMParser().parseFromString(html, "text/html").body.textContent;
const note = byId("note"), here = `${byId("stream").dataset.page}/`;
const YEAR = 31536000; // seconds
const UNSENT = { status: 0, field: null, text: "" };

// By this the browser remembers that its reader has played.
function remember() {
  if (byId("stream").dataset.played !== undefined) return;
  document.cookie = `sixth-played=yes; Path=/; Max-Age=${YEAR}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  byId("stream").dataset.played = "";
}

// Tell the outcome to the script that showed the form or the button.
/** @type {(sent: Sent) => void} */
function tell(sent) {
  note.textContent = sent.status && sent.status < 500 ? sent.text : note.dataset.unsent;
  mark(sent);
  document.dispatchEvent(new CustomEvent("sixth:sent", { detail: sent }));
}

// Send something, and tell of it; of what is not answered yet only the last next one of its kind counts.
/** @type {(kind: unknown, ask: () => Promise<Sent>) => Promise<void>} */
async function post(kind, ask) {
  const { pending } = store;
  if (pending.has(kind)) { pending.set(kind, ask); return; }
  pending.set(kind, null);
  tell(await ask());
  const next = pending.get(kind);
  pending.delete(kind);
  if (next) post(kind, next);
}

sendBy((command) => post(command.do, async () => {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${here}do`, { method: "POST", body: JSON.stringify(command), headers });
    if (answer.ok && command.do === "choose") remember();
    return { form: null, status: answer.status, field: null, text: (await answer.json()).detail ?? "" };
  } catch { return { form: null, ...UNSENT }; }
}));

// -------------------------------------------------------------- forms

// Send a form without leaving the page, as is the question to the coach, whose answer is a sentence.
/** @type {(form: HTMLFormElement, submitter: HTMLElement | null) => Promise<void>} */
async function sendForm(form, submitter) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  await post(form, async () => {
    if (form.dataset.asking) note.textContent = form.dataset.asking;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      return { form, status: answer.status, field: answer.headers.get("sixth-field"), text: plain(await answer.text()) };
    } catch { return { form, ...UNSENT }; }
  });
}

// An error is beside its field until the form is sent again.
/** @type {(sent: Sent) => void} */
function mark({ form, field, text }) {
  if (!form) return;
  const refused = { ...store.refused }, fields = /** @type {Iterable<HTMLInputElement>} */ (form.elements);
  const wrong = [...fields].find(({ name }) => name === field);
  for (const { id } of fields) delete refused[id];
  if (wrong) refused[wrong.id] = { why: text };
  change({ refused });
  wrong?.focus();
}

// -------------------------------------------------------------- buttons

const turn = (/** @type {Playing} */ { games, view }) => ({ game: games, round: view.round, turn: view.turn });

// What the buttons of a table say, by where they would lead without scripts; `value` is that of the button, `bots` the bots
// chosen beside it.
/** @type {Record<string, (state: Playing, value: string, bots: string) => Record<string, unknown>>} */
const SAID = {
  pick: (state, value) => ({ ...turn(state), card: Number(value) }),
  take(state, value) {
    const [row, end] = value.split(":");
    return { ...turn(state), row: Number(row), ...(end && { end }) };
  },
  flip: turn,
  next: ({ games, view }) => ({ game: games, round: view.round + 1 }),
  begin: ({ games }, _value, bots) => ({ game: games + 1, bots }),
  bot: (_state, value, bot) => ({ seat: Number(value), bot }),
  ready: ({ seats, seat }) => ({ ready: !seats[seat ?? 0].ready }),
  "play-out": ({ games }) => ({ game: games }),
  coached: ({ games, coached, seat }) => ({ game: games, wished: !coached.findLast(([each]) => each === seat)?.[1] }),
  more: turn,
  back: () => ({}),
  remove: ({ seats }, value) => ({ seat: Number(value), name: seats[Number(value)].sitter?.name }),
};

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const action = event.submitter?.getAttribute("formaction") ?? form.action, name = action.slice(action.lastIndexOf("/") + 1);
  const live = form.dataset.live !== undefined;
  if (!live && !(form.closest("#table") && Object.hasOwn(SAID, name))) return;
  event.preventDefault();
  if (live) { sendForm(form, event.submitter); return; }
  const { value = "" } = /** @type {HTMLButtonElement} */ (event.submitter ?? {});
  const bots = /** @type {string | null} */ (new FormData(form).get("bots")) ?? "mixed";
  send({ do: name, ...SAID[name](/** @type {Playing} */ (store.state), value, bots) });
});
