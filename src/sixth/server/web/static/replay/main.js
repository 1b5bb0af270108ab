// A replay: the record is fetched once and folded here, so every step, and each seat's view of it, is available.
import { render } from "../lit/lit-html.js";
import { speaker } from "../table/i18n.js";
import { words } from "../table/words.js";
import { addressOf, jumps, picture } from "./picture.js";
import { read } from "./record.js";
import "../saving.js";

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const main = byId("replay"), slider = byId("at"), play = byId("play"), log = byId("say");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 20;

/** @type {import("./record.js").Step[]} */
let steps = [];
/** @type {ReturnType<typeof picture>} */
let draw;
let at = 0, timer = 0;
/** @type {number | null} */
let seat = null;

// -------------------------------------------------------------- addresses

// The step and the seat of an address. A step may be named by a round and a card that is placed in it; it is the
// first step of the round if the card never was.
function follow(/** @type {string} */ search) {
  const query = new URLSearchParams(search), number = (/** @type {string} */ name) => {
    const text = query.get(name) ?? "";
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const round = steps.filter((step) => step.round === number("round"));
  const target = round.find(({ event }) => event.event === "placed" && event.card === number("card")) ?? round[0];
  const whose = number("seat"), seats = steps[0].moment.hands.length;
  return {
    to: Math.min(Math.max(number("at") ?? target?.number ?? 1, 1), steps.length),
    from: whose !== null && whose < seats ? whose : null,
  };
}

const address = () => addressOf(location.pathname, at, seat);

// -------------------------------------------------------------- a step

// The list of steps scrolls to the current one.
function inSight() {
  const list = byId("steps"), now = list.querySelector("[aria-current]");
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// By its name the browser knows the same card in two places and moves it.
function nameCards() {
  for (const card of main.querySelectorAll(".card, .taking i")) {
    card.style.setProperty("view-transition-name", /\bc\d+\b/.exec(card.className)?.[0] ?? "");
  }
}

function change() {
  const { where, ...parts } = draw(at, seat), last = steps.length;
  for (const [id, drawn] of Object.entries(parts)) render(drawn, byId(id));
  nameCards();
  for (const [id, number] of Object.entries(jumps(steps, at))) {
    byId(id).href = addressOf(location.pathname, number || at, seat);
    if (number) byId(id).removeAttribute("aria-disabled");
    else byId(id).setAttribute("aria-disabled", "true");
  }
  main.dataset.at = at;
  slider.max = last;
  slider.setAttribute("aria-valuetext", where);
  slider.value = at;
  byId("count").textContent = `${at} / ${last}`;
  inSight();
}

// Show a step from a seat.
async function show(/** @type {number} */ to, from = seat) {
  if (to === at && from === seat) return;
  const one = Math.abs(to - at) === 1;
  if (from !== seat) byId("whose").value = from ?? 0;
  [at, seat] = [to, from];
  history.replaceState(null, "", address());
  const moves = one && !calm.matches && !document.hidden && "startViewTransition" in document;
  if (moves) await document.startViewTransition(change).updateCallbackDone;
  else change();
  const line = document.createElement("p");
  line.textContent = byId("said").textContent;
  log.append(line);
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  byId("copied").textContent = "";
}

// -------------------------------------------------------------- controls

function pause() {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
}
function run() {
  timer = setTimeout(async () => {
    await show(Math.min(at + 1, steps.length));
    if (timer) at === steps.length ? pause() : run();
  }, Number(byId("speed").value));
}

/** @type {Record<string, keyof ReturnType<typeof jumps>>} */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
/** @type {Record<string, keyof ReturnType<typeof jumps>>} */
const SHIFTED = { ArrowLeft: "turn-back", ArrowRight: "turn-on", ArrowUp: "take-back", ArrowDown: "take-on" };

function listen() {
  main.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link?.search || link.pathname !== location.pathname || "text" in link.dataset) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    const { to, from } = follow(link.search);
    show(to, from);
  });
  slider.addEventListener("input", () => {
    pause();
    show(Number(slider.value));
  });
  play.addEventListener("click", async () => {
    if (timer) { pause(); return; }
    play.setAttribute("aria-pressed", "true");
    if (at === steps.length) { timer = -1; await show(1); }
    run();
  });
  byId("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    byId("copied").textContent = byId("copy").dataset.done;
  });
  document.addEventListener("keydown", (event) => {
    const id = (event.shiftKey ? SHIFTED : KEYS)[event.key];
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
    if (/** @type {Element} */ (event.target).closest("input, select, textarea, .scroll")) return;
    event.preventDefault();
    pause();
    show(jumps(steps, at)[id] || at);
  });
}

async function load(/** @type {string} */ address, /** @type {number[]} */ marks) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return read(await answer.text(), marks);
}

async function begin() {
  const { speech, ...page } = JSON.parse(byId("sentences").textContent), { record, failed } = byId("proof").dataset;
  try { ({ steps } = await load(record, page.marks)); }
  catch {
    byId("said").textContent = failed;
    return;
  }
  draw = picture(steps, words(speaker(speech)), page);
  ({ to: at, from: seat } = follow(location.search));
  byId("moment").replaceChildren();
  change();
  listen();
  byId("drive").hidden = false;
  byId("copy").hidden = !navigator.clipboard;
}
begin();
