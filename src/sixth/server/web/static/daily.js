// The daily deal: the time until the next, a text to share, and the player's last days, saved in this browser only.
import { countDown } from "./countdown.js";
import "./link.js";
import "./cost.js";

const KEY = "sixth-daily", DAY_MS = 86_400_000, MOST_DAYS = 1000, MOST_HEADS = 171;
const at = (id) => document.getElementById(id);
const main = at("daily"), { day: shown, today, anchor } = main.dataset;
const language = document.documentElement.lang;

// ---------------------------------------------------------------- the player's days

const after = (day, days) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
const isHeads = (stored) => Number.isInteger(stored) && stored >= 0 && stored <= MOST_HEADS;

/** The stored heads by day, and the promise published when this browser came first. The storage may hold anything. */
function read() {
  let stored;
  try { stored = JSON.parse(localStorage.getItem(KEY)); } catch { /* nothing, then */ }
  const days = typeof stored?.days === "object" ? Object.entries(stored.days ?? {}) : [];
  return {
    anchor: /^[0-9a-f]{64}$/.test(stored?.anchor) ? stored.anchor : anchor,
    days: Object.fromEntries(days.filter(([day, heads]) => isDay(day) && isHeads(heads)).sort().slice(-MOST_DAYS)),
  };
}

/** The current streak of days, up to yesterday while today's deal is open, and the longest one. */
function streaks(days) {
  let last = "", row = 0, best = 0;
  for (const day of Object.keys(days)) {
    row = last && after(last, 1) === day ? row + 1 : 1;
    best = Math.max(best, row);
    last = day;
  }
  return { now: last >= after(today, -1) ? row : 0, best };
}

function showDays(days) {
  const week = at("week"), { none, one, other, streak } = week.dataset;
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  const whole = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const plural = new Intl.PluralRules(language);
  const part = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const begins = at("next").dataset.begins;
  week.querySelector("ol").replaceChildren(...[-6, -5, -4, -3, -2, -1, 0].map((back) => {
    const day = after(today, back), heads = days[day], date = Date.parse(day);
    const link = document.createElement(day < begins ? "span" : "a"), item = document.createElement("li");
    if (day >= begins) link.href = back ? `/daily/${day}` : "/daily";
    const label = heads === undefined ? none : (plural.select(heads) === "one" ? one : other).replace("{count}", heads);
    if (day >= begins) link.setAttribute("aria-label", `${whole.format(date)}: ${label}`);
    if (heads !== undefined) link.className = "played";
    if (day === shown) link.setAttribute("aria-current", "page");
    link.append(part("small", weekday.format(date)), part("b", heads ?? "–"));
    item.append(link);
    return item;
  }));
  const { now, best } = streaks(days);
  at("streak").textContent = best ? streak.replace("{days}", now).replace("{best}", best) : "";
  week.hidden = !best;
}

const book = read();
Object.assign(book.days, JSON.parse(main.dataset.finished));
book.days = Object.fromEntries(Object.entries(book.days).sort());
try { localStorage.setItem(KEY, JSON.stringify(book)); } catch { /* it is shown this once, then */ }
showDays(book.days);

// ---------------------------------------------------------------- time until the next deal

const next = at("next");
countDown(next.querySelector("b"), Number(next.dataset.left), () => {
  next.hidden = true;
  const link = Object.assign(document.createElement("a"), { href: "/daily", textContent: next.dataset.play });
  at("renewed").replaceChildren(`${next.dataset.new} `, link);
});

// A link may lead to a part that is folded.
const folded = location.hash === "#fair" && at("fair");
if (folded) folded.open = true;
