// Chat: messages are shown at the players and beside the hand; muted players are remembered in this browser.
import { byId } from "./page.js";
import { act, change, store } from "./store.js";
import { isMine } from "./view/chat.js";

const talk = /** @type {HTMLElement | null} */ (document.getElementById("talk")), lines = byId("lines");
const key = `sixth-muted-${talk?.dataset.table}`;
// How long a message is shown at its author.
const SHORTEST = 4000, A_LETTER = 60; // milliseconds

// -------------------------------------------------------------- messages

export function hearMessage(/** @type {Message} */ message) {
  const mine = isMine(/** @type {State} */ (store.known), message);
  change({ said: [...store.said, message] });
  if (!talk || (!mine && isMuted(message.seat))) return;
  saying(message, byId(`line${message.number}`).textContent.length);
  if (!mine && (!inSight || document.hidden)) change({ unread: true });
}

// Show a message at its author for a while; the log announces and keeps all messages.
/** @type {(message: Message, length: number) => void} */
function saying(message, length) {
  const at = (/** @type {Message | null} */ said) => {
    const all = [...store.acts.said];
    all[message.seat] = said;
    act({ said: all });
  };
  at(message);
  setTimeout(() => { if (store.acts.said[message.seat] === message) at(null); }, SHORTEST + A_LETTER * length);
}

// -------------------------------------------------------------- muted players, and messages that were not seen

// The ids of the boxes that are checked.
/** @type {Set<string>} */
export const muted = new Set();
try { for (const id of (localStorage.getItem(key) ?? "").split(" ")) muted.add(id); } catch { /* no storage, nothing was kept */ }
// A box that is not on the page mutes nobody.
const isMuted = (/** @type {number} */ seat) => ["mute", `mute${seat}`].some((id) => muted.has(id) && byId(id));
talk?.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.closest("#muted"))) return;
  if (target.checked) muted.add(target.id);
  else muted.delete(target.id);
  try { localStorage.setItem(key, [...muted].join(" ")); } catch { /* not kept, then */ }
});

let inSight = true;
const look = () => { if (inSight && !document.hidden && store.unread) change({ unread: false }); };
if (talk) {
  new IntersectionObserver(([{ isIntersecting }]) => { inSight = isIntersecting; look(); }).observe(lines);
  document.addEventListener("visibilitychange", look);
}

// -------------------------------------------------------------- on phones the chat opens over the hand

function close() {
  if (!talk) return false;
  const open = talk.dataset.open !== undefined;
  /** @type {NodeListOf<HTMLElement>} */
  const ways = document.querySelectorAll(".quick");
  if (open && talk.contains(document.activeElement)) [...ways].find((one) => one.checkVisibility())?.focus();
  delete talk.dataset.open;
  return open;
}
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target), way = target.closest(".quick, #talk-close");
  if (way) event.preventDefault();
  if (talk && way?.matches(".quick") && !close()) {
    talk.dataset.open = "";
    talk.focus({ preventScroll: true });
  } else if (way || !talk?.contains(target)) close();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && close()) event.stopImmediatePropagation(); }, true);
document.addEventListener("sixth:sent", ({ detail: { form, status } }) => {
  if (!form || !talk?.contains(form) || status === 0 || status >= 400) return;
  if (form.matches(".words")) form.reset();
  close();
});
