// Puzzles: an answer is played out on the board and judged at once, without a request. The first try counts, and decides
// the next puzzle.
import { play, putBack } from "./board.js";
import { send, sendUnsent, wait } from "./sending.js";
import { after, isNew, keep, nearest, read, SETTLED } from "./standing.js";

const AHEAD = 5, LATE_MS = 3000;
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
/** @type {HTMLElement} */
const main = byId("puzzles");
const data = /** @type {Record<string, string>} */ (main.dataset), now = Number(data.number);
const numbers = (/** @type {string} */ text) => text.split(" ").map(Number);
/** @type {import("./standing.js").Puzzles} */
const puzzles = {
  set: data.set, difficulties: data.difficulties, themes: data.themes, names: data.names.split(" "),
  ratings: numbers(data.ratings),
};
const query = new URLSearchParams(location.search), theme = query.get("theme") ?? "", level = query.get("level") ?? "";
const isToday = query.has("today") || location.pathname === "/puzzles/today";

// ------------------------------------------------------------------ the player's standing

/** What the standing says in a line; `before` is the rating before the last answer. @type {(standing: import("./standing.js").Standing, before: number) => string} */
function line({ rating, streak, tried }, before) {
  const words = byId("standing").dataset, change = rating - before;
  if (tried.length < SETTLED) return words.finding.replace("{count}", tried.length).replace("{most}", SETTLED);
  const parts = [`${words.rating.replace("{rating}", rating)}${change ? ` (${change > 0 ? "+" : "−"}${Math.abs(change)})` : ""}`];
  if (streak > 1) parts.push(words.row.replace("{count}", streak));
  return parts.join(" · ");
}

function show(/** @type {import("./standing.js").Standing} */ standing, before = standing.rating) {
  const status = byId("standing"), next = nearest(puzzles, standing, { now, theme, level }).slice(0, AHEAD);
  if (!isNew(standing)) status.textContent = line(standing, before);
  if (!isToday && !next.length) status.textContent += ` ${status.dataset.none}`;
  // A newcomer begins with the puzzle that the page links to.
  else if (!isToday && (now || theme || level || standing.tried.length)) {
    for (const link of [byId("next"), byId("skip")]) if (link) link.href = `/puzzles/${next[0]}${location.search}`;
  }
  // These puzzles open without a connection, too.
  const addresses = ["/puzzles", ...next.map((one) => `/puzzles/${one}`)];
  navigator.serviceWorker?.controller?.postMessage({ puzzles: addresses });
}

function count(/** @type {boolean} */ right) {
  const standing = read(puzzles);
  if (standing.tried.includes(now)) return;
  const next = after(puzzles, standing, now, right);
  keep(next);
  show(next, standing.rating);
}

/** Answers on their way to the site, one after another. @type {Promise<unknown> | null} */
let going = null;

function tell(/** @type {string} */ answer) {
  if (!numbers(data.five).includes(now)) return;
  const given = { day: data.day, one: now, answer };
  if (navigator.onLine) going = Promise.resolve(going).then(() => send(given));
  else wait(given);
}

// The next page of the day shows the answer, so it waits until that has arrived.
byId("next")?.addEventListener("click", (/** @type {MouseEvent} */ event) => {
  if (!going || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { href } = byId("next"), late = new Promise((done) => setTimeout(done, LATE_MS));
  Promise.race([going, late]).then(() => { location.href = href; });
});

// ------------------------------------------------------------------ answers

/** The answers that were wrong, as the names of their parts of the page. @type {Set<string>} */
const wrong = new Set();
/** @type {() => HTMLElement[]} */
const choices = () => Array.from(document.querySelectorAll(":is(.choices, #rows) [data-answer]"));
const choiceOf = (/** @type {string} */ name) => choices().find((each) => each.dataset.answer === name);

function close() {
  for (const each of document.querySelectorAll(".answer")) each.classList.remove("shown");
  main.classList.remove("answered");
  putBack();
  for (const each of choices()) each.classList.toggle("tried", wrong.has(each.dataset.answer ?? ""));
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".contrast"))) {
    each.classList.toggle("told", wrong.has(each.dataset.of ?? ""));
    // After a try the verdict is in sight first.
    if (wrong.size) each.classList.remove("second");
  }
}

function answer(/** @type {HTMLElement} */ choice) {
  const verdict = byId(choice.dataset.answer ?? ""), heading = verdict.querySelector("h2"), right = verdict.classList.contains("right");
  close();
  verdict.classList.add("shown");
  main.classList.add("answered");
  play(JSON.parse(choice.dataset.moves ?? "[]"));
  heading.focus({ preventScroll: true });
  // It is in sight, unless letters are very large.
  heading.scrollIntoView({ block: "nearest" });
  /** @type {Element[]} */
  const sentences = [...verdict.querySelectorAll("p:not(.again, .contrast:not(.second, .told))")];
  byId("say").textContent = sentences.map((each) => each.textContent).join(" ");
  if (verdict.id === "best") return;
  if (!right) wrong.add(verdict.id);
  tell(verdict.id);
  count(right);
}

function again() {
  const last = document.querySelector(".answer.shown")?.id ?? "";
  close();
  byId("say").textContent = "";
  (choiceOf(last) ?? byId("question")).focus({ preventScroll: true });
}

main.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const choice = /** @type {Element} */ (event.target).closest("[data-answer], a[href='#question']");
  if (!choice || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (choice.dataset.answer) answer(choice);
  else again();
});

show(read(puzzles));
sendUnsent(data.day);
addEventListener("online", () => sendUnsent(data.day));
// An address may name an answer: its verdict is shown without scripts, and it is played out with them.
const linked = choiceOf(location.hash.slice(1));
if (linked) {
  location.replace("#question");
  answer(linked);
}
