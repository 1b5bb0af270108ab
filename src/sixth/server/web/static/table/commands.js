// What people do: commands, each one line of JSON. News over the line of the table show their effect.
import { byId } from "./page.js";
import { send, sendBy, store } from "./store.js";

/** @typedef {import("./store.js").Command} Command */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Playing} Playing */
/**
 * The outcome of a form or a command: `status` is 0 without an answer, `field` is the refused field, `text` the reason.
 * @typedef {{form: HTMLFormElement | null, status: number, field: string | null, text: string}} Sent
 */

const note = byId("note"), here = `${byId("stream").dataset.page}/`;
const YEAR = 31536000; // seconds

// By this the browser remembers that its reader has played.
function remember() {
  if (byId("stream").dataset.played !== undefined) return;
  document.cookie = `sixth-played=yes; Path=/; Max-Age=${YEAR}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  byId("stream").dataset.played = "";
}

// Tell the outcome to whoever showed the form or the button.
/** @type {(sent: Sent) => void} */
export function tell(sent) {
  note.textContent = sent.status && sent.status < 500 ? sent.text : note.dataset.unsent;
  document.dispatchEvent(new CustomEvent("sixth:sent", { detail: sent }));
}

// Of a command that is not answered yet only the last next one counts.
/** @type {(command: Command) => Promise<void>} */
async function deliver(command) {
  const name = command.do;
  if (store.pending.has(name)) { store.pending.set(name, command); return; }
  store.pending.set(name, null);
  /** @type {Sent} */
  const sent = { form: null, status: 0, field: null, text: "" };
  try {
    const answer = await fetch(`${here}do`, {
      method: "POST", body: JSON.stringify(command), headers: { "Content-Type": "application/json" },
    });
    sent.status = answer.status;
    sent.text = (await answer.json()).detail ?? "";
    if (answer.ok && name === "choose") remember();
  } catch { /* status 0 says so */ }
  tell(sent);
  const next = store.pending.get(name);
  store.pending.delete(name);
  if (next) deliver(next);
}
sendBy(deliver);

// -------------------------------------------------------------- buttons

const turn = (/** @type {Playing} */ { games, view }) => ({ game: games, round: view.round, turn: view.turn });

// What the buttons of a table say, by where they would lead without scripts; `value` is that of the button.
/** @type {Record<string, (state: Playing, value: string) => Record<string, unknown>>} */
const SAID = {
  pick: (state, value) => ({ ...turn(state), card: Number(value) }),
  take(state, value) {
    const [row, end] = value.split(":");
    return { ...turn(state), row: Number(row), ...(end && { end }) };
  },
  flip: turn,
  next: ({ games, view }) => ({ game: games, round: view.round + 1 }),
  begin: ({ games }) => ({ game: games + 1, bots: "mixed" }),
  "play-out": ({ games }) => ({ game: games }),
  coach: turn,
  coached: ({ games, coached, seat }) => ({ game: games, wished: !coached.findLast(([each]) => each === seat)?.[1] }),
  more: turn,
  back: () => ({}),
  remove: ({ seats }, value) => ({ seat: Number(value), name: seats[Number(value)].sitter?.name }),
};

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target), name = form.action.slice(form.action.lastIndexOf("/") + 1);
  if (form.dataset.live !== undefined || !form.closest("#table") || !Object.hasOwn(SAID, name)) return;
  event.preventDefault();
  const { value = "" } = /** @type {HTMLButtonElement} */ (event.submitter ?? {});
  send({ do: name, ...SAID[name](/** @type {Playing} */ (store.state), value) });
});
