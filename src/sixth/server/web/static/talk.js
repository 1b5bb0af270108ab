// Chat: shown at the players and beside the hand; muted players are remembered in this browser.
const talk = /** @type {HTMLElement} */ (document.getElementById("talk"));
const lines = /** @type {HTMLElement} */ (document.getElementById("lines"));
const root = document.documentElement;
const key = `sixth-muted-${talk.dataset.table}`;
/** @type {() => HTMLInputElement[]} */
const boxes = () => Array.from(talk.querySelectorAll("#muted input"));
const muted = (/** @type {number} */ seat) => boxes().some((box) => box.checked && ["mute", `mute${seat}`].includes(box.id));

talk.addEventListener("change", ({ target }) => {
  if (!(target instanceof Element && target.closest("#muted"))) return;
  const chosen = boxes().filter((box) => box.checked).map((box) => box.id);
  try { localStorage.setItem(key, chosen.join(" ")); } catch { /* not kept, then */ }
});
try {
  const chosen = (localStorage.getItem(key) ?? "").split(" ");
  for (const box of boxes()) box.checked = chosen.includes(box.id);
} catch { /* no storage, nothing was kept */ }

// -------------------------------------------------------------- a message at the chip of its author

const SHORTEST = 4000, A_LETTER = 60; // milliseconds
/** @type {Map<number, HTMLElement>} */
const bubbles = new Map();
// One for each seat: the log announces and keeps all messages.
/** @type {(seat: number, line: Element) => void} */
function show(seat, line) {
  bubbles.get(seat)?.remove();
  const bubble = document.createElement("span");
  bubble.className = "bubble";
  // By its name a new picture of the table tells it from the name of the player, which would else take its place.
  bubble.id = `bubble${seat}`;
  // Its line in the chat is read out, and has the link in it.
  bubble.inert = true;
  bubble.append(...line.cloneNode(true).childNodes);
  bubbles.set(seat, bubble);
  place();
  setTimeout(() => { bubble.remove(); if (bubbles.get(seat) === bubble) bubbles.delete(seat); }, SHORTEST + A_LETTER * line.textContent.length);
}
// The table may have been drawn anew meanwhile, or have no chips any more.
function place() {
  for (const [seat, bubble] of bubbles) {
    const at = document.querySelectorAll("#players > .player")[seat] ?? document.body;
    if (bubble.parentElement !== at) at.append(bubble);
  }
}
document.addEventListener("sixth:shown", place);

const number = (/** @type {Element} */ line) => Number(line.id.slice(4));
let last = Math.max(0, ...[...lines.querySelectorAll("#said > p")].map(number)), read = true;
new MutationObserver((changes) => {
  for (const line of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(line instanceof Element && line.matches("#said > p")) || number(line) <= last) continue;
    last = number(line);
    const seat = Number(line.classList[0].slice(1)), mine = line.matches(".mine");
    if (!mine && muted(seat)) continue;
    show(seat, line);
    if (!mine && (!read || document.hidden)) root.dataset.unread = "";
  }
}).observe(lines, { subtree: true, childList: true });
const look = () => { if (read && !document.hidden) delete root.dataset.unread; };
new IntersectionObserver(([{ isIntersecting }]) => { read = isIntersecting; look(); }).observe(lines);
document.addEventListener("visibilitychange", look);

// -------------------------------------------------------------- on phones the chat opens over the hand

function close() {
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
  if (way?.matches(".quick") && !close()) {
    talk.dataset.open = "";
    talk.focus({ preventScroll: true });
  } else if (way || !talk.contains(target)) close();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && close()) event.stopImmediatePropagation(); }, true);
document.addEventListener("sixth:sent", ({ detail: { form, status } }) => {
  if (!talk.contains(form) || status === 0 || status >= 400) return;
  if (form.matches(".words")) form.reset();
  close();
});
