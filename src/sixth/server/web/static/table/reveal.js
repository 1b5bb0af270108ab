// The reveal: cards turn over together, each glides to its row in its turn, and a take is an event: the row glows,
// rests, is swept to who took it, and then their score counts up. Only transforms and opacity move, for as long as
// one likes; what is skipped, or not wished for, stands at once. The page changes when a card has come to lie.
import { get, subscribe } from "./prefs.js";
import { byId, onChange, redress, show as offer } from "./page.js";
import { become } from "./patch.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moving = () => !still.matches && get("speed") !== "off";

// How long things take at the usual speed, in milliseconds; on a big screen all is slower.
const TURN = 420, LOOK = 480, GLIDE = 300, REST = 480, GLOW = 420, SWEEP = 400, SETTLE = 240, COUNT = 400;
const PACE = { fast: 0.5, normal: 1, slow: 2.2 };
const screen = document.querySelector(".wall") ? 1.6 : 1;
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";

let skipping = false, busy = false, hasty = 1;
const pace = () => (PACE[get("speed")] ?? 0) * screen * hasty;
const running = new Set();

// Whatever is begun here is ended by a skip. All of it is undone when the page has changed.
function animate(element, frames, time, options) {
  const going = element.animate(frames, {
    duration: time * pace(), easing: EASE, fill: "both", ...options,
  });
  running.add(going);
  if (skipping) going.finish();
  return going.finished.catch(() => { /* it was undone */ });
}
const rest = (time) => animate(document.body, [], time);
const end = () => { for (const going of running) going.finish(); };
function undo() {
  for (const going of running) going.cancel();
  running.clear();
}

const box = (element) => element.getBoundingClientRect();
// What an element at `now` is to look like to be seen at `then`.
const from = (then, now) =>
  `translate(${then.x - now.x}px, ${then.y - now.y}px) scale(${then.width / now.width}, ${then.height / now.height})`;
const move = (element, then, time, options) =>
  animate(element, [{ transformOrigin: "0 0", transform: from(then, box(element)) }, { transformOrigin: "0 0", transform: "none" }], time, options);
const go = (element, to, time) =>
  animate(element, [{ transformOrigin: "0 0", transform: "none" }, { transformOrigin: "0 0", transform: from(to, box(element)) }], time);

const waiting = (card) => document.querySelector(`#line .c${card}`);
const inRow = (row) => [...byId(`row${row}`).querySelectorAll(".card")];

// Where a card would come to lie: the place that is free, or as much as is known of it.
function place({ row, end: side }) {
  const cards = inRow(row), slot = byId(`row${row}`).querySelector(".slot");
  if (side === "right" && slot) return box(slot);
  const near = box(side === "right" ? cards.at(-1) : cards[0]);
  return new DOMRect(near.x + near.width * (side === "right" ? 1.08 : -0.5), near.y, near.width, near.height);
}


async function shown(put) {
  const own = document.querySelector("#hand [aria-pressed=true]"), then = own && box(own);
  put();
  hasty = 1;
  tell("shown");
  await Promise.all([...document.querySelectorAll("#line .card")].map((card) => {
    if (card.classList.contains(`c${own?.value}`)) return move(card, then, TURN);
    // Its back is on it until it stands on its edge.
    animate(card, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], TURN, { pseudoElement: "::after", easing: "linear" });
    return animate(card, [{ transform: "none" }, { transform: "scaleX(0)" }, { transform: "none" }], TURN);
  }));
  await rest(LOOK);
}

async function placed(put, moved) {
  const card = waiting(moved.card);
  if (card) await go(card, place(moved), GLIDE);
  tell("placed");
  const lay = new Map([...inRow(moved.row), card].map((one) => [one?.textContent, one && box(one)]));
  put();
  undo();
  // Where it came to lie on the left, the others make room.
  await Promise.all(inRow(moved.row).map((one) => {
    const then = lay.get(one.textContent);
    return then && Math.abs(then.x - box(one).x) > 1 && move(one, then, SETTLE);
  }));
}

// The cards of a row are swept to the chip of who takes them; copies of them, which nothing hides.
function sweep(cards, chip) {
  const to = box(chip);
  return Promise.all(cards.map((card, at) => {
    const lies = box(card), copy = card.cloneNode(true);
    copy.removeAttribute("id");
    copy.style.setProperty("--card-width", `${lies.width}px`);
    copy.style.setProperty("--card-ratio", lies.height / lies.width);
    copy.style.translate = `${lies.x}px ${lies.y}px`;
    air.append(copy);
    animate(card, [{ opacity: 0 }, { opacity: 0 }], 0);
    const there = `translate(${to.x + to.width / 2 - lies.x - lies.width / 2}px, ${to.y + to.height / 2 - lies.y - lies.height / 2}px) scale(0.4)`;
    return animate(copy, [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.75 }, { transform: there, opacity: 0 }], SWEEP,
      { delay: at * 35 * pace(), easing: "cubic-bezier(0.5, 0, 0.6, 1)" });
  }));
}
const air = document.createElement("div");
air.className = "air";
air.ariaHidden = "true";
document.documentElement.append(air);

// The score is on the page; it is counted up to from what it was.
function count(score, before) {
  const text = score?.firstChild, after = Number(text?.data);
  if (!text || !(Math.abs(after - before) < 200)) return null;
  const counted = animate(score, [{ transform: "none" }, { transform: "scale(1.35)", offset: 0.3 }, { transform: "none" }], COUNT);
  const begun = performance.now(), time = COUNT * pace();
  let over = false;
  const step = () => {
    if (over || !score.isConnected) return;
    text.data = Math.round(before + (after - before) * Math.min(1, (performance.now() - begun) / (time || 1)));
    requestAnimationFrame(step);
  };
  step();
  return counted.then(() => { over = true; text.data = after; });
}

async function taken(put, moved, next) {
  const card = waiting(moved.card), row = byId(`row${moved.row}`), cards = inRow(moved.row);
  const score = () => document.querySelector(`#score${moved.seat} b`);
  const chip = byId(`score${moved.seat}`)?.closest("li"), before = Number(score()?.textContent);
  const why = next.querySelector("#why"), mine = moved.event === "taken-by-you";
  // Why is said at once, not when all is over.
  if (why) become(byId("why"), why.cloneNode(true));
  const glow = animate(row, [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 1 }], GLOW, { pseudoElement: "::after" });
  // A card that is too low stays where it is until the row is its.
  if (card && moved.end) await go(card, box(row.querySelector(".about")), GLIDE);
  else if (card) animate(card, [{ transform: "none" }, { transform: "translateY(-0.4rem)" }, { transform: "none" }], GLOW);
  await glow;
  tell(moved.event);
  if (mine) animate(byId("rows"), [0, -5, 5, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), 300, { easing: "linear" });
  await rest(REST);
  if (chip) await sweep(cards, chip);
  const lies = card && box(card);
  put();
  undo();
  air.replaceChildren();
  const lying = document.querySelector(`#row${moved.row} .c${moved.card}`);
  await Promise.all([
    lies && lying && move(lying, lies, SETTLE),
    count(score(), before),
    chip && animate(chip, [{ transform: "none" }, { transform: "scale(1.04)", offset: 0.3 }, { transform: "none" }], COUNT),
  ]);
  // More than one take in a turn: the next ones are no news any more.
  hasty = Math.max(0.4, hasty * 0.65);
}

// What was counted is seen when the last card has lain for a moment.
async function counted(put) {
  await rest(LOOK);
  put();
}

const ACTS = { shown, placed, taken, "taken-by-you": taken, counted };
const tell = (event) => { if (!skipping) document.dispatchEvent(new CustomEvent("sixth:moment", { detail: event })); };

// Change the page by `put`, which makes it show `next`, and wait until its cards have come to lie. What is `late` is
// not played again: it stands at once.
export async function show(put, next, late) {
  const stage = next.querySelector("#stage, [to=stage]"), moved = { ...stage?.dataset }, now = byId("stage")?.dataset;
  const news = stage && now && moved.at !== now.at, again = moved.event === "counted" && now?.event !== "counted";
  if (!news && !again) return put();
  if (late || !moving() || skipping || document.hidden || !ACTS[moved.event]) {
    put();
    if (!late) tell(moved.event);
    return;
  }
  busy = true;
  redress();
  try { await ACTS[moved.event](put, moved, next); }
  finally {
    undo();
    air.replaceChildren();
    busy = false;
    redress();
  }
}

// While cards are placed; nothing moves while somebody decides for a row.
const placing = () => document.querySelector("#line.pending") !== null;
onChange(() => {
  if (!placing() && !busy) skipping = false;
  offer(byId("skip"), busy && placing() && !skipping);
});
subscribe(redress);
still.addEventListener("change", end);
document.addEventListener("visibilitychange", end);

// Whether there was something to skip.
export function skip() {
  if (!busy || skipping) return false;
  skipping = true;
  end();
  redress();
  return true;
}
document.addEventListener("click", ({ target }) => {
  if (!target.closest("#stage")) return;
  const focused = document.activeElement?.id === "skip";
  if (skip() && focused) byId("prompt").focus({ preventScroll: true });
});
