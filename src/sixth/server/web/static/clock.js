// Clocks that run. Only the server's clock counts: how far ours is behind is the least that any news have shown,
// as news come late, never early. A wrong clock here does not matter, nor one that stood still in a sleep.
let behind = Infinity;
const lang = document.documentElement.lang;
const long = (count, unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count);

// As the server writes it: 4:05 where it is short, words where it is not.
const text = (seconds) => {
  for (const [unit, length] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    const least = unit === "minute" ? 600 : 2 * length;
    if (seconds >= least) return long(Math.round(seconds / length), unit);
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

// The least that one's own clock has shown in this turn. It is not kept at the clock, which news write anew.
let least = Infinity;
const say = (clock, seconds) => {
  const own = clock.closest("#own-clock");
  if (!own) return;
  // News may put it back by a moment; by more than that there is more time.
  if (seconds > least + 1) least = Infinity;
  for (const mark of [30, 10, 5]) {
    if (least > mark && seconds === mark) {
      document.getElementById("say").append(Object.assign(document.createElement("p"), { textContent: own.dataset[`say${mark}`] }));
    }
  }
  least = Math.min(least, seconds);
};

const show = () => {
  if (!document.getElementById("own-clock")) least = Infinity;
  for (const clock of document.querySelectorAll(".left[data-left]")) {
    const [at, left, bank, turn, most] = ["now", "left", "bank", "turn", "most"].map((name) => Number(clock.dataset[name]));
    behind = Math.min(behind, performance.now() - at);
    const now = Math.max(0, left - (performance.now() - at - behind));
    const reserve = now <= bank;
    const shown = text(Math.ceil((reserve ? now : now - bank) / 1000));
    const [words, bar, note] = clock.children;
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
