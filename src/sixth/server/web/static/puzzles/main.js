// Puzzles: an answer is played out on the board and judged at once, without a request. The first try counts, and decides
// the next puzzle.
import { play, putBack } from "./board.js";
import { send, sendUnsent, wait } from "./sending.js";
import { after, daysOf, isNew, keep, nearest, nextToday, read } from "./standing.js";

const AHEAD = 5;
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
/** @type {HTMLElement} */
const main = byId("puzzles");
const data = /** @type {Record<string, string>} */ (main.dataset), now = Number(data.number);
const numbers = (/** @type {string} */ text) => text.split(" ").map(Number);
/** @type {import("./standing.js").Puzzles} */
const puzzles = {
  set: data.set, difficulties: data.difficulties, themes: data.themes, names: data.names.split(" "),
  ratings: numbers(data.ratings), day: data.day, five: numbers(data.five),
};
const query = new URLSearchParams(location.search), theme = query.get("theme") ?? "", level = query.get("level") ?? "";
const isToday = query.has("today") || location.pathname === "/puzzles/today";

// ------------------------------------------------------------------ the player's standing

function show(/** @type {import("./standing.js").Standing} */ standing) {
  const status = byId("standing"), days = byId("days"), inRow = daysOf(puzzles, standing);
  const next = nearest(puzzles, standing, { now, theme, level }).slice(0, AHEAD), link = byId("next");
  if (!isNew(standing)) {
    status.textContent = status.dataset.words.replace("{rating}", standing.rating).replace("{streak}", standing.streak);
  }
  if (link && isToday) {
    const one = nextToday(puzzles, standing, now);
    link.href = one ? `/puzzles/${one}?today` : now ? "/puzzles/today" : "/puzzles";
  } else if (!next.length) status.textContent += ` ${status.dataset.none}`;
  // A newcomer begins with the puzzle that the page links to.
  else if (link && (now || theme || level || standing.tried.length)) link.href = `/puzzles/${next[0]}${location.search}`;
  if (days) {
    days.textContent = days.dataset.words.replace("{days}", inRow);
    days.hidden = !inRow;
  }
  for (const chip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-one]"))) {
    const mark = /** @type {HTMLElement} */ (chip.querySelector(".mark-of")), one = Number(chip.dataset.one);
    const how = standing.solved.includes(one) ? "solved" : standing.tried.includes(one) ? "missed" : "";
    if (!how) continue;
    mark.classList.add(how);
    mark.textContent = how === "solved" ? "✓" : "✗";
    mark.role = "img";
    mark.ariaLabel = mark.dataset[how] ?? "";
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
  show(next);
}

function tell(/** @type {string} */ answer) {
  if (!puzzles.five.includes(now)) return;
  const given = { day: puzzles.day, one: now, answer };
  // The cached page does not say whether the site keeps a record of its reader.
  if (!navigator.onLine) wait(given);
  else if (data.kept) send(given);
}

// ------------------------------------------------------------------ answers

/** The answers that were wrong, as the addresses of their parts of the page. @type {Set<string>} */
const wrong = new Set();
/** @type {() => HTMLAnchorElement[]} */
const links = () => Array.from(document.querySelectorAll(".play .choices a, #rows a"));

function close() {
  for (const each of document.querySelectorAll(".answer")) each.classList.remove("shown");
  main.classList.remove("answered");
  putBack();
  for (const link of links()) link.classList.toggle("tried", wrong.has(link.hash));
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".contrast"))) {
    each.classList.toggle("told", wrong.has(each.dataset.of ?? ""));
    // After a try the verdict is in sight first.
    if (wrong.size) each.classList.remove("second");
  }
}

function answer(/** @type {HTMLAnchorElement} */ link) {
  const verdict = byId(link.hash.slice(1)), heading = verdict.querySelector("h2"), right = verdict.classList.contains("right");
  close();
  verdict.classList.add("shown");
  main.classList.add("answered");
  play(JSON.parse(link.dataset.moves ?? "[]"));
  heading.focus({ preventScroll: true });
  // It is in sight, unless letters are very large.
  heading.scrollIntoView({ block: "nearest" });
  /** @type {Element[]} */
  const sentences = [...verdict.querySelectorAll("p:not(.again, .contrast:not(.second, .told))")];
  byId("say").textContent = sentences.map((each) => each.textContent).join(" ");
  if (verdict.id === "best") return;
  if (!right) wrong.add(link.hash);
  tell(verdict.id);
  count(right);
}

function again() {
  const last = `#${document.querySelector(".answer.shown")?.id}`;
  close();
  byId("say").textContent = "";
  (links().find((link) => link.hash === last) ?? byId("question")).focus({ preventScroll: true });
}

main.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (event.target).closest("a[href^='#']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.moves) answer(link);
  else again();
});

show(read(puzzles));
if (data.kept) sendUnsent(puzzles.day);
addEventListener("online", () => sendUnsent(puzzles.day));
// An address may name an answer: its verdict is shown without scripts, and it is played out with them.
const linked = links().find((link) => location.hash && link.hash === location.hash);
if (linked) {
  location.replace("#question");
  answer(linked);
}
