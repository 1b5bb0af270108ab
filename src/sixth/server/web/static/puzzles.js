// Puzzles: an answer is played out on the board and judged at once, with no request. How one fares stays in this
// browser: a rating as in chess, a streak, which were tried, and on how many days in a row all of the day's five were.
// `sixth.puzzles.rating` counts the same in a terminal.
const BEGIN = 1200, SPREAD = 400, GAIN = 32, AHEAD = 5, DAY_MS = 864e5;
const main = document.getElementById("puzzles");
const { number, set, difficulties, themes, day } = main.dataset, names = main.dataset.names.split(" ");
const ratings = main.dataset.ratings.split(" ").map(Number), five = main.dataset.five.split(" ").map(Number);
const ratingOf = (one) => ratings[difficulties[one - 1] - 1];
const chosen = new URLSearchParams(location.search), ofToday = chosen.has("today");
const byId = (id) => document.getElementById(id);

// ------------------------------------------------------------------ how one fares

const isCount = (value) => Number.isInteger(value) && value >= 0;

function read() {
  let kept;
  try { kept = JSON.parse(localStorage.getItem("sixth-puzzles")); } catch { /* none, then */ }
  const sound = kept && ["rating", "streak", "longest"].every((name) => Number.isInteger(kept[name])) && Array.isArray(kept.tried);
  const found = sound ? kept : { rating: BEGIN, streak: 0, longest: 0, tried: [] };
  // `solved` are those of the puzzles tried that were solved at first; `day` is the last day that counted.
  if (!Array.isArray(found.solved)) found.solved = [];
  if (!isCount(found.days) || typeof found.day !== "string") Object.assign(found, { days: 0, day: "" });
  // Other puzzles have other numbers.
  return found.set === set ? found : { ...found, set, tried: [], solved: [] };
}

function after(standing, one, right) {
  const { rating, streak, longest, tried, solved } = standing;
  const expected = 1 / (1 + 10 ** ((ratingOf(one) - rating) / SPREAD)), now = right ? streak + 1 : 0;
  return counted({
    ...standing, rating: Math.floor(rating + GAIN * (right - expected) + 0.5), streak: now, longest: Math.max(longest, now),
    tried: [...tried, one], solved: right ? [...solved, one] : solved,
  });
}

const before = (date) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);

// A day counts once all of its five were tried.
function counted(standing) {
  if (standing.day === day || !five.every((one) => standing.tried.includes(one))) return standing;
  return { ...standing, day, days: standing.day === before(day) ? standing.days + 1 : 1 };
}

// Days in a row up to now: yesterday's still count while today's are to come.
const daysOf = (standing) => ([day, before(day)].includes(standing.day) ? standing.days : 0);

function nearest({ rating, tried }, most) {
  const done = new Set([...tried, Number(number)]);
  const theme = names.indexOf(chosen.get("theme")), level = chosen.get("level");
  const fits = (one) => (theme < 0 || Number(themes[one - 1]) === theme) && (!level || difficulties[one - 1] === level);
  const left = [...difficulties].map((_, at) => at + 1).filter((one) => !done.has(one) && fits(one));
  return left.sort((a, b) => Math.abs(ratingOf(a) - rating) - Math.abs(ratingOf(b) - rating) || a - b).slice(0, most);
}

// Of today's five the next that was not tried, or the page of them.
function nextOfToday({ tried }) {
  const one = five.find((each) => each !== Number(number) && !tried.includes(each));
  return one ? `/puzzles/${one}?today` : "/puzzles/today";
}

function show(standing) {
  const said = byId("standing"), next = nearest(standing, AHEAD), link = byId("next"), days = byId("days");
  const words = said.dataset.words.replace("{rating}", standing.rating).replace("{streak}", standing.streak);
  if (standing.rating !== BEGIN || standing.streak) said.textContent = words;
  const today = ofToday || location.pathname === "/puzzles/today";
  if (today && link) link.href = nextOfToday(standing);
  else if (!next.length) said.textContent += ` ${said.dataset.none}`;
  else if (link) link.href = `/puzzles/${next[0]}${location.search}`;
  for (const chip of document.querySelectorAll("[data-one]")) {
    const mark = chip.querySelector(".mark-of"), one = Number(chip.dataset.one);
    const how = standing.solved.includes(one) ? "solved" : standing.tried.includes(one) ? "missed" : "";
    mark.className = `mark-of ${how}`;
    mark.textContent = { solved: "✓", missed: "✗" }[how] ?? "";
    if (how) { mark.role = "img"; mark.ariaLabel = mark.dataset[how]; }
  }
  if (days && daysOf(standing)) {
    days.textContent = days.dataset.words.replace("{days}", daysOf(standing));
    days.hidden = false;
  }
  // They open without a connection, too.
  const addresses = ["/puzzles", ...next.map((one) => `/puzzles/${one}`)];
  navigator.serviceWorker?.controller?.postMessage({ puzzles: addresses });
}

function count(right) {
  const standing = read();
  if (standing.tried.includes(Number(number))) return;
  const now = after(standing, Number(number), right);
  try { localStorage.setItem("sixth-puzzles", JSON.stringify(now)); } catch { /* it counts for this page, then */ }
  show(now);
}

// ------------------------------------------------------------------ the board

const rows = byId("rows"), lying = rows?.cloneNode(true), MOVE_MS = 260, SWEEP_MS = 300;
const moving = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
let playing = 0;

const headsOf = (card) => Number(/\bh(\d)\b/.exec(card.className)[1]);

function putBack() {
  playing += 1;
  if (rows) rows.replaceChildren(...lying.cloneNode(true).childNodes);
}

// The card as it will lie, a copy of that in the hand or in the line of those to come.
function copyOf(number) {
  const from = [...document.querySelectorAll(".choices .card")].find((one) => Number(one.querySelector("b").textContent) === number);
  const card = document.createElement("span");
  card.className = `${from.className.replace(/ ?\b(new|tried)\b/g, "")} laid`;
  card.append(...from.cloneNode(true).childNodes);
  return { card, from: from.getBoundingClientRect() };
}

function glide(card, from) {
  if (!moving()) return null;
  const to = card.getBoundingClientRect();
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  card.style.transformOrigin = "0 0";
  card.style.zIndex = 2;
  return card.animate([{ transform: start }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" }).finished;
}

// Lay one card; where it takes the row, what lay there is swept away.
async function lay([number, , at, end, takes]) {
  const { card, from } = copyOf(number), row = byId(`lane${at}`), cards = row.querySelector(".cards");
  const there = [...cards.querySelectorAll(".card")];
  if (takes) {
    const heads = there.reduce((sum, each) => sum + headsOf(each), 0);
    const gone = there.map((each) => {
      if (!moving()) return each.remove();
      return each.animate([{ opacity: 1 }, { opacity: 0, transform: "translateY(-0.6rem)" }], SWEEP_MS).finished.then(() => each.remove());
    });
    const took = document.createElement("span");
    took.className = "took";
    took.innerHTML = `+${heads}<i class="heads n1"></i>`;
    await Promise.all(gone);
    cards.prepend(card);
    for (let free = 1; free < there.length; free += 1) cards.insertAdjacentHTML("beforeend", '<span class="slot" aria-hidden="true"></span>');
    cards.append(took);
    row.classList.remove("full");
  } else {
    cards.querySelector(".slot:not(.here)")?.remove();
    if (end === "left") there[0].before(card);
    else there.at(-1).after(card);
    if (there.length > 3) row.classList.add("full");
  }
  for (const here of cards.querySelectorAll(".here")) here.remove();
  // What was taken is told in the free places, as long as there are some.
  cards.querySelector(".took")?.classList.toggle("of2", cards.querySelectorAll(".slot").length > 1);
  const cost = row.querySelector(".cost b");
  if (cost) cost.textContent = [...cards.querySelectorAll(".card")].reduce((sum, each) => sum + headsOf(each), 0);
  row.querySelector(".about .only-read")?.remove();
  await glide(card, from);
}

// Play an answer out, card by card, unless another one is tried meanwhile.
async function play(moves) {
  const mine = playing;
  for (const move of moves) {
    if (mine === playing) await lay(move);
  }
}

// ------------------------------------------------------------------ answers

const sections = document.querySelectorAll(".answer"), wrong = new Set();
const links = () => [...document.querySelectorAll(".play .choices a, #rows a")];

function close() {
  for (const each of sections) each.classList.remove("shown");
  main.classList.remove("answered");
  putBack();
  for (const link of links()) link.classList.toggle("tried", wrong.has(link.hash));
  for (const each of document.querySelectorAll(".contrast")) {
    each.classList.toggle("told", wrong.has(each.dataset.of));
    // Once something was tried, that is what one wants to know of.
    if (wrong.size) each.classList.remove("second");
  }
}

function answer(link) {
  const said = byId(link.hash.slice(1));
  close();
  said.classList.add("shown");
  main.classList.add("answered");
  play(JSON.parse(link.dataset.moves));
  const heading = said.querySelector("h2");
  heading.focus({ preventScroll: true });
  // It is in sight, unless letters are very large.
  heading.scrollIntoView({ block: "nearest" });
  byId("say").textContent = [...said.querySelectorAll("p:not(.again, .contrast:not(.second, .told))")].map((each) => each.textContent).join(" ");
  if (said.id !== "best") {
    const right = said.classList.contains("right");
    if (!right) wrong.add(link.hash);
    count(right);
  }
}

function again() {
  const last = document.querySelector(".answer.shown")?.id;
  close();
  byId("say").textContent = "";
  (links().find((link) => link.hash === `#${last}`) ?? byId("question")).focus({ preventScroll: true });
}

main.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.dataset.moves) answer(link);
  else again();
});

show(read());
// An address may name an answer: what it says is shown without scripts, and is played out with them.
const named = links().find((link) => location.hash && link.hash === location.hash);
if (named) {
  location.replace("#question");
  answer(named);
}
