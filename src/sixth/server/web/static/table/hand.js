// The viewer's hand, and the open deck: a card is lifted first and sent by a second press; a card may be saved for
// the next turn, in this browser only; and a preview shows where it would go.
import { get, subscribe } from "./prefs.js";
import { asks, byId, closest, mark, onChange, redress, say, show, word, write } from "./page.js";

const KEPT = `sixth-kept:${location.pathname}`;
let lifted = 0, picked = 0;
const at = { pointer: 0, focus: 0 };
/** @type {{card: number, round: string, turn: string} | null} */
let kept = null;
let fired = "";
try { kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null"); } catch { /* none, then */ }

/** @type {(selector: string, within?: ParentNode) => HTMLButtonElement[]} */
const buttons = (selector, within = document) => Array.from(within.querySelectorAll(selector));
/** @type {(card: number | undefined) => HTMLButtonElement | null} */
const button = (card) => (card ? document.querySelector(`button#h${card}`) : null);
/** @type {(name: string) => string} */
const moment = (name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`#hand [name=${name}]`))?.value ?? "";
const round = () => `${moment("game")}.${moment("round")}`;
const chosen = () => Number(buttons("#hand [aria-pressed=true]")[0]?.value ?? 0);
const where = (/** @type {number} */ card) => byId(`w${card}`)?.textContent ?? "";
export const choosing = () => asks() === "choose";

export function lift(/** @type {number} */ card) {
  lifted = card;
  redress();
  say(word("lifted", { card, where: get("detail") === "brief" ? "" : where(card) }));
}

// Return whether a card was lifted.
export function putBack() {
  if (picked) { picked = 0; redress(); return true; }
  if (!lifted) return false;
  const card = lifted;
  lifted = 0;
  redress();
  say(word("back", { card }));
  return true;
}

/** @type {(card: number, key?: string) => void} */
export function send(card, key = "sent") {
  if (kept?.card === card) keep(null);
  lifted = card;
  say(word(key, { card }));
  byId("hand").requestSubmit(button(card));
}

function keep(/** @type {number | null} */ card) {
  kept = card ? { card, round: round(), turn: choosing() ? moment("turn") : "" } : null;
  try {
    if (kept) sessionStorage.setItem(KEPT, JSON.stringify(kept));
    else sessionStorage.removeItem(KEPT);
  } catch { /* it is kept until the page is left */ }
}

// A card can be saved for the next turn once this turn's card is chosen.
const mayKeep = (/** @type {number} */ card) => button(card) !== null && card !== chosen() && (!choosing() || chosen() > 0);

export function keepLifted() {
  /** @type {HTMLButtonElement | null | undefined} */
  const focused = document.activeElement?.closest("#hand button");
  const card = lifted || Number(focused?.value ?? 0);
  if (kept && (!card || kept.card === card)) {
    say(word("gone", { card: kept.card }));
    keep(null);
  } else if (mayKeep(card)) {
    keep(card);
    lifted = at.pointer = at.focus = 0;
    say(word("kept", { card }));
  }
  redress();
}

// A press on a card, by mouse, touch or keyboard.
document.addEventListener("click", (event) => {
  const pressed = closest(event, "#hand button");
  if (!pressed) return;
  event.preventDefault();
  const card = Number(pressed.value);
  if (card === chosen() && choosing()) { if (!putBack()) say(byId("prompt").textContent); }
  else if (!choosing()) { if (lifted === card) keepLifted(); else lift(card); }
  else if (lifted === card || get("once")) send(card);
  else lift(card);
}, true);

// A press on a card of the open deck does not show it to one player alone, and a pick cannot be undone.
document.addEventListener("click", (event) => {
  const card = Number(closest(event, "#pick button")?.value ?? 0);
  if (!card) return;
  if (card === picked || get("once")) return say(word("sent", { card }));
  event.preventDefault();
  picked = card;
  redress();
  say(word("lifted", { card, where: word("press") }));
}, true);

/** @type {Record<string, () => void>} */
const acts = { play: () => send(lifted), keep: keepLifted, unlift: () => { if (!putBack()) keepLifted(); } };
document.addEventListener("click", (event) => {
  const act = acts[closest(event, "#lift button")?.id ?? ""];
  if (!act) return;
  const back = button(lifted || kept?.card);
  act();
  // The button disappears, so the focus goes to the card.
  (back ?? byId("prompt")).focus({ preventScroll: true });
});

// The card at the pointer or the focus. Its preview stays while the pointer is on the preview, and goes with Escape.
// A tap enters and leaves several times before it is a click, so one update a frame is enough.
/** @type {(event: Event, selector?: string) => number} */
const cardAt = (event, selector = "#hand button") => Number(closest(event, selector)?.value ?? 0);
/** @type {(by: "pointer" | "focus", card: number) => void} */
const point = (by, card) => { if (at[by] !== card) { at[by] = card; requestAnimationFrame(redress); } };
document.addEventListener("pointerover", (event) => {
  if (cardAt(event) || !closest(event, ".reach")) point("pointer", cardAt(event));
});
document.addEventListener("pointerout", ({ relatedTarget }) => { if (!relatedTarget) point("pointer", 0); });
document.addEventListener("focusin", (event) => point("focus", cardAt(event, "#hand button:focus-visible")));
document.addEventListener("focusout", () => point("focus", 0));
export const lookAway = () => { at.pointer = at.focus = 0; redress(); };

// Arrows lead from card to card, up and down to the next line of cards.
document.addEventListener("keydown", (event) => {
  const from = closest(event, "#hand button, #pick button");
  if (!from?.form || event.ctrlKey || event.altKey || event.metaKey) return;
  const all = buttons("button", from.form), index = all.indexOf(from), box = from.getBoundingClientRect();
  const line = (/** @type {number} */ sign) => all.filter((one) => sign * (one.getBoundingClientRect().top - box.top) > box.height / 2)
    .sort((one, other) => far(one, box) - far(other, box))[0];
  const next = {
    ArrowLeft: () => all[index - 1], ArrowRight: () => all[index + 1], Home: () => all[0], End: () => all.at(-1),
    ArrowUp: () => line(-1), ArrowDown: () => line(1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next()?.focus();
});
/** @type {(one: Element, box: DOMRect) => number} */
const far = (one, box) => {
  const { left, top } = one.getBoundingClientRect();
  return Math.abs(left - box.left) + 3 * Math.abs(top - box.top);
};

function dress() {
  if (lifted && (!button(lifted) || lifted === chosen())) lifted = 0;
  // A played card is no longer under the pointer.
  if (!button(at.pointer)) at.pointer = 0;
  if (!button(at.focus)) at.focus = 0;
  if (kept && byId("hand") && (round() !== kept.round || !button(kept.card))) keep(null);
  for (const one of buttons("#hand button")) {
    const card = Number(one.value);
    mark(one, "aria-current", card === lifted ? "true" : null);
    mark(one, "data-tag", card === kept?.card ? word("tag") : null);
    mark(one, "aria-disabled", choosing() ? null : "true");
    const about = [card === kept?.card && "kept-about", get("detail") !== "brief" && byId(`w${card}`) && `w${card}`];
    mark(one, "aria-describedby", about.filter(Boolean).join(" ") || null);
  }
  if (!byId(`p${picked}`)) picked = 0;
  for (const one of buttons("#pick button")) {
    const is = Number(one.value) === picked;
    mark(one, "aria-current", is ? "true" : null);
    mark(one, "data-tag", is ? word("take") : null);
  }
  write(byId("kept-about"), kept ? word("kept", kept) : "");
  // The pointer rests on the card just saved: it has no preview this turn, unless it is lifted again.
  const near = at.pointer || at.focus || lifted, aim = near === kept?.card && near !== lifted ? 0 : near;
  /** @type {string[]} */
  const aims = (byId(`w${aim}`)?.dataset.aims ?? "").split(" ");
  const places = Object.fromEntries(aims.map((place) => place.split(":")));
  for (const row of document.querySelectorAll("#table .row[id]")) {
    mark(row, "data-aim", places[row.id.slice(3)] ?? null);
  }
  const bar = byId("lift");
  if (bar) {
    write(byId("where"), aim ? where(aim) : kept ? word("kept", kept) : "");
    show(byId("play"), lifted > 0 && choosing());
    write(byId("play"), word(chosen() ? "instead" : "play", { card: lifted }));
    show(byId("keep"), mayKeep(lifted));
    write(byId("keep"), word("keep", { card: lifted }));
    show(byId("unlift"), lifted > 0 || kept !== null);
    show(bar, aim > 0 || kept !== null);
  }
  // The turn of the saved card has come: send it, once.
  const now = `${round()}.${moment("turn")}`;
  if (kept && byId("hand") && choosing() && !chosen() && moment("turn") !== kept.turn && fired !== now) {
    fired = now;
    const { card } = kept;
    setTimeout(() => { if (choosing() && !chosen() && button(card)) send(card, "fired"); });
  }
}
onChange(dress);
subscribe(redress);
