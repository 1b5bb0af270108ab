// The reveal: cards turn over together, each glides to its row in its turn, and a take is an event: the row glows,
// rests, is swept to its player, and then the score counts up. Only transforms and opacity move, at the speed of the
// viewer's choice; skipped steps, and all with reduced motion, end at once. The page changes when a card has been placed.
import { get } from "./prefs.js";
import { byId } from "./page.js";
import { change, store } from "./store.js";
import { momentOf, scoreOf } from "./turn.js";
import { hasStage } from "./view/table.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moving = () => !still.matches && get("speed") !== "off";

// Durations at the usual speed, in milliseconds; on a big screen all are longer.
const TURN = 420, LOOK = 480, GLIDE = 300, REST = 480, GLOW = 420, SWEEP = 400, SETTLE = 240, COUNT = 400;
/** @typedef {Moment} Moved Where a card went. */
/** @typedef {(more?: Partial<import("./store.js").Store>) => unknown} Put Puts news on the page. */
/** @type {Record<string, number>} */
const PACE = { fast: 0.5, normal: 1, slow: 2.2 };
const wall = document.querySelector(".wall") !== null, slower = wall ? 1.6 : 1;
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";

let hasty = 1;
const pace = () => (PACE[get("speed")] ?? 0) * slower * hasty;
/** @type {Set<{finish: () => void, cancel: () => void}>} */
const running = new Set();

// A skip ends all animations begun here. All are undone when the page has changed.
/** @type {(element: Element, frames: Keyframe[], time: number, options?: KeyframeAnimationOptions) => Promise<any>} */
function animate(element, frames, time, options) {
  const going = element.animate(frames, {
    duration: time * pace(), easing: EASE, fill: "both", ...options,
  });
  running.add(going);
  if (store.skipping) going.finish();
  return going.finished.catch(() => { /* it was undone */ });
}
const rest = (/** @type {number} */ time) => new Promise((/** @type {(value?: any) => void} */ over) => {
  const timer = setTimeout(over, store.skipping ? 0 : time * pace());
  running.add({ finish: over, cancel: () => clearTimeout(timer) });
});
// The next step is a task of its own, so that a slow phone shows the last one first.
const breath = () => new Promise((/** @type {(value?: any) => void} */ over) => { document.hidden ? over() : setTimeout(over); });
const end = () => { for (const going of running) going.finish(); };
function undo() {
  for (const going of running) going.cancel();
  running.clear();
}

const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
const boxes = (/** @type {Iterable<Element>} */ elements) => new Map([...elements].map((one) => [one.textContent, box(one)]));
// The animation of an element at `now` from its place at `then`. Only these properties move, so that the browser
// animates without scripts: if the origin changed as well, each frame would need one.
const as = (/** @type {DOMRect} */ then, /** @type {DOMRect} */ now) =>
  `translate(${then.x - now.x + (then.width - now.width) / 2}px, ${then.y - now.y + (then.height - now.height) / 2}px) scale(${then.width / now.width}, ${then.height / now.height})`;
/** @type {(element: Element, then: DOMRect, now: DOMRect, time: number) => Promise<any>} */
const move = (element, then, now, time) => animate(element, [{ transform: as(then, now) }, { transform: "none" }], time);
/** @type {(element: Element, to: DOMRect, time: number) => Promise<any>} */
const go = (element, to, time) => animate(element, [{ transform: "none" }, { transform: as(to, box(element)) }], time);
// Move elements from where they were at `then` to where they are now; all are measured before the first one moves.
/** @type {(elements: Iterable<Element>, then: Map<string | null, DOMRect>) => Promise<any>} */
function settle(elements, then) {
  const now = boxes(elements);
  return Promise.all([...elements].map((one) => {
    const was = then.get(one.textContent), is = now.get(one.textContent);
    return was && is && Math.hypot(was.x - is.x, was.y - is.y) > 1 && move(one, was, is, SETTLE);
  }));
}

// Change the page: moved elements now belong where they are, and between turns the hand closes its gaps.
function settling(/** @type {() => unknown} */ put) {
  const hand = () => document.querySelectorAll("#hand .card"), lay = boxes(hand());
  put();
  undo();
  settle(hand(), lay);
}

const waiting = (/** @type {number | null} */ card) => document.querySelector(`#line .c${card}`);
const inRow = (/** @type {number} */ row) => [...byId(`row${row + 1}`).querySelectorAll(".card")];
// Parts that may have to make room: the cards of a row, and its player.
const lying = (/** @type {number} */ row) => [...inRow(row), byId(`took${row + 1}`)].filter(Boolean);

// The place of a card to come: the free place, or the nearest known one.
function place(/** @type {Moved} */ { row, end: side }) {
  const cards = inRow(row), slot = byId(`row${row + 1}`).querySelector(".slot");
  if (side === "right" && slot) return box(slot);
  const near = box(side === "right" ? cards.at(-1) : cards[0]);
  return new DOMRect(near.x + near.width * (side === "right" ? 1.08 : -0.5), near.y, near.width, near.height);
}

// The question and the awaited players would give away the cards, so they wait until the cards are open.
/** @type {(put: Put, moved: Moved, before: Playing) => Promise<void>} */
async function shown(put, _moved, before) {
  const { chosen } = before.view, own = document.querySelector("#hand [aria-pressed=true]"), then = own && box(own);
  await put({ told: before });
  hasty = 1;
  tell("shown");
  const line = byId("line"), mine = own && waiting(chosen);
  const turned = [...line.querySelectorAll(".card")].filter((card) => card !== mine);
  line.classList.add("turning");
  mine?.classList.add("known");
  const all = mine && then ? [move(mine, then, box(mine), TURN)] : [];
  await breath();
  // Each card shows its back until it stands on its edge.
  const edge = [{ transform: "none", easing: "ease-in" }, { transform: "scaleX(0)", easing: "ease-out" }, { transform: "none" }];
  for (const card of turned) all.push(animate(card, edge, TURN, { easing: "linear" }));
  await rest(TURN / 2);
  line.classList.remove("turning");
  await Promise.all(all);
  mine?.classList.remove("known");
  change({ told: null });
  await rest(LOOK);
}

/** @type {(put: Put, moved: Moved) => Promise<void>} */
async function placed(put, moved) {
  const card = waiting(moved.card);
  if (card) await go(card, place(moved), GLIDE);
  tell("placed");
  const lay = boxes(card ? [...lying(moved.row), card] : lying(moved.row));
  await put();
  await settle(lying(moved.row), lay);
}

// Sweep copies of a row's cards to the chip of its player, in front of all other elements.
/** @type {(row: HTMLElement, chip: Element) => Promise<any>} */
function sweep(row, chip) {
  const cards = [...row.querySelectorAll(".card")], lay = cards.map(box), to = box(chip);
  const copies = cards.map((card, at) => {
    const { x, y, width, height } = lay[at], copy = /** @type {HTMLElement} */ (card.cloneNode(true));
    copy.removeAttribute("id");
    copy.style.setProperty("--card-width", `${width}px`);
    copy.style.setProperty("--card-ratio", `${height / width}`);
    copy.style.translate = `${x}px ${y}px`;
    return copy;
  });
  air.append(...copies);
  row.classList.add("swept");
  return Promise.all(copies.map((copy, at) => {
    const { x, y, width, height } = lay[at];
    const there = `translate(${to.x + to.width / 2 - x - width / 2}px, ${to.y + to.height / 2 - y - height / 2}px) scale(0.4)`;
    return animate(copy, [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.75 }, { transform: there, opacity: 0 }], SWEEP,
      { delay: at * 35 * pace(), easing: "cubic-bezier(0.5, 0, 0.6, 1)" });
  }));
}
const air = document.createElement("div");
air.className = "air";
air.ariaHidden = "true";
document.documentElement.append(air);

// Count the score up, which is final on the page, from its earlier value.
/** @type {(score: any, before: number, after: number) => Promise<any> | null} */
function count(score, before, after) {
  const text = [...score?.childNodes ?? []].find((one) => one instanceof Text);
  if (!text) return null;
  const counted = animate(score, [{ transform: "none" }, { transform: "scale(1.35)", offset: 0.3 }, { transform: "none" }], COUNT);
  const begun = performance.now(), time = COUNT * pace();
  let over = false;
  const step = () => {
    if (over || !score.isConnected) return;
    const now = `${Math.round(before + (after - before) * Math.min(1, (performance.now() - begun) / (time || 1)))}`;
    if (text.data !== now) text.data = now;
    requestAnimationFrame(step);
  };
  step();
  return counted.then(() => { over = true; text.data = `${after}`; });
}

/** @type {(put: Put, moved: Moved, before: Playing, next: Playing) => Promise<void>} */
async function taken(put, moved, before, next) {
  const card = waiting(moved.card), row = byId(`row${moved.row + 1}`), mine = moved.event === "taken-by-you";
  const chip = byId(`score${moved.seat}`)?.closest("li");
  // The reason is shown at once, not at the end.
  change({ reason: next });
  const glow = animate(row, [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 1 }], GLOW, { pseudoElement: "::after" });
  // A card that is too low stays where it is until the row is its player's.
  if (card && moved.end) await go(card, box(row.querySelector(".about")), GLIDE);
  else if (card) animate(card, [{ transform: "none" }, { transform: "translateY(-0.4rem)" }, { transform: "none" }], GLOW);
  await glow;
  tell(moved.event);
  if (mine) animate(byId("rows"), [0, -5, 5, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), 300, { easing: "linear" });
  await rest(REST);
  if (chip) await sweep(row, chip);
  const lay = boxes(card ? [card] : []);
  await put();
  row.classList.remove("swept");
  air.replaceChildren();
  await Promise.all([
    settle(inRow(moved.row), lay),
    count(document.querySelector(`#score${moved.seat} b`), scoreOf(before, moved.seat), scoreOf(next, moved.seat)),
    chip && animate(chip, [{ transform: "none" }, { transform: "scale(1.04)", offset: 0.3 }, { transform: "none" }], COUNT),
  ]);
  // After the first take of a turn the next ones are no longer news.
  hasty = Math.max(0.4, hasty * 0.65);
}

// Counted cards are shown for a moment after the last one was placed.
async function counted(/** @type {Put} */ put) {
  await rest(LOOK);
  await put();
}

/** @type {Record<string, (put: Put, moved: Moved, before: Playing, next: Playing) => Promise<void>>} */
const ACTS = { shown, placed, taken, "taken-by-you": taken, counted };
const tell = (/** @type {string} */ event) => { if (event && !store.skipping) document.dispatchEvent(new CustomEvent("sixth:moment", { detail: event })); };

// Change the page by `put`, which makes it show `next`, and wait until its cards have been placed. `late` changes
// are not animated: they are shown at once.
/** @type {(put: Put, next: State, late?: boolean) => Promise<unknown>} */
export async function show(put, next, late) {
  const before = store.state, has = before && hasStage(before, wall) && hasStage(next, wall);
  const [was, will] = /** @type {[Playing, Playing]} */ ([before, next]), now = has && momentOf(was);
  const moved = now && momentOf(will);
  if (!moved || (moved.at === now.at && (moved.event !== "counted" || now.event === "counted"))) {
    return moving() && !document.hidden ? settling(put) : put();
  }
  const act = ACTS[moved.event];
  if (late || !moving() || store.skipping || document.hidden || !act) {
    put();
    if (!late) tell(moved.event);
    return;
  }
  change({ moving: true });
  try { await act((more) => breath().then(() => settling(() => put(more))), moved, was, will); }
  finally {
    air.replaceChildren();
    // The next news are a task of their own, too.
    await breath();
    change({ moving: false });
  }
}
still.addEventListener("change", end);
document.addEventListener("visibilitychange", end);

// Return whether there was something to skip.
export function skip() {
  if (!store.moving || store.skipping) return false;
  change({ skipping: true });
  end();
  return true;
}
document.addEventListener("click", (event) => {
  if (!/** @type {Element} */ (event.target).closest("#stage")) return;
  const focused = document.activeElement?.id === "skip";
  if (skip() && focused) byId("prompt").focus({ preventScroll: true });
});

// -------------------------------------------------------------- one after another

/** @type {Promise<unknown>} */
let last = Promise.resolve();
let turns = 0;

// News are shown one after another: each waits until cards have been placed. `make` returns them and how they are put on
// the page; `begins` is whether they turn cards over. News before those of a later turn are late, and not animated.
/** @type {(make: () => Promise<{put: Put, next: State}>, begins: boolean, late: boolean) => Promise<void>} */
export function take(make, begins, late) {
  const turn = turns += begins ? 1 : 0;
  const taken = last.then(async () => {
    const { put, next } = await make();
    await show(put, next, late || turn < turns);
    document.dispatchEvent(new Event("sixth:shown"));
  });
  // News that fail do not stop the next ones.
  last = taken.catch(() => {});
  return taken;
}

// A change without news is shown after the pending news.
export function after(/** @type {() => void} */ change) { last = last.then(change).catch(() => {}); }
