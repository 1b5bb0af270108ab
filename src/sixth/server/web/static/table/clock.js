// Running clocks. Only the server's clock counts: ours is behind by at most the least offset that any news show,
// as news come late, never early. A wrong clock in the browser, or one that stopped during sleep, does no harm.
import { say as announce } from "./page.js";

let behind = Infinity;
const lang = document.documentElement.lang;
/** @type {(count: number, unit: string) => string} */
const long = (count, unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count);

/** @type {[unit: string, seconds: number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
// As the server writes it: 4:05 for a short time, words for a long one.
/** @type {(seconds: number) => string} */
const text = (seconds) => {
  for (const [unit, length] of UNITS) {
    const least = unit === "minute" ? 600 : 2 * length;
    if (seconds >= least) return long(Math.round(seconds / length), unit);
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

// The least time left that this viewer's clock has shown in the turn. News draw the clock anew, so it is kept here.
let least = Infinity;
/** @type {(clock: Element, seconds: number) => void} */
const say = (clock, seconds) => {
  /** @type {HTMLElement | null} */
  const own = clock.closest("#own-clock");
  if (!own) return;
  // News may put the clock back by a moment; more than that is additional time.
  if (seconds > least + 1) least = Infinity;
  for (const mark of [30, 10, 5]) {
    if (least > mark && seconds === mark) {
      announce(own.dataset[`say${mark}`] ?? "");
    }
  }
  least = Math.min(least, seconds);
};

const show = () => {
  if (!document.getElementById("own-clock")) least = Infinity;
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = document.querySelectorAll(".left[data-left]");
  for (const clock of clocks) {
    const [at, left, bank, turn, most] = ["now", "left", "bank", "turn", "most"].map((name) => Number(clock.dataset[name]));
    behind = Math.min(behind, performance.now() - at);
    const now = Math.max(0, left - (performance.now() - at - behind));
    const reserve = now <= bank;
    const shown = text(Math.ceil((reserve ? now : now - bank) / 1000));
    const [words, bar, note] = /** @type {any} */ (clock.children);
    if (words.textContent !== shown) words.textContent = shown;
    bar.value = reserve ? now / (most || 1) : (now - bank) / turn;
    if (note) note.hidden = !reserve;
    clock.classList.toggle("short", now <= 10000);
    say(clock, Math.ceil(now / 1000));
  }
};
show();
setInterval(show, 250);
document.addEventListener("sixth:shown", show);
