// How one fares with puzzles, in this browser only: a rating as in chess, a streak, and which were tried. The next
// one is the nearest to the rating. `sixth.puzzles.rating` does the same in a terminal.
const BEGIN = 1200, SPREAD = 400, GAIN = 32, AHEAD = 5;
const main = document.getElementById("puzzles");
const { number, set, difficulties } = main.dataset, ratings = main.dataset.ratings.split(" ").map(Number);
const ratingOf = (one) => ratings[difficulties[one - 1] - 1];

function read() {
  let kept;
  try { kept = JSON.parse(localStorage.getItem("sixth-puzzles")); } catch { /* none, then */ }
  const sound = kept && ["rating", "streak", "longest"].every((name) => Number.isInteger(kept[name])) && Array.isArray(kept.tried);
  const found = sound ? kept : { rating: BEGIN, streak: 0, longest: 0, tried: [] };
  // Other puzzles have other numbers.
  return found.set === set ? found : { ...found, set, tried: [] };
}

function after({ rating, streak, longest, tried }, one, solved) {
  const expected = 1 / (1 + 10 ** ((ratingOf(one) - rating) / SPREAD)), now = solved ? streak + 1 : 0;
  return { set, rating: Math.floor(rating + GAIN * (solved - expected) + 0.5), streak: now, longest: Math.max(longest, now), tried: [...tried, one] };
}

function nearest({ rating, tried }, most) {
  const done = new Set([...tried, Number(number)]);
  const left = [...difficulties].map((_, at) => at + 1).filter((one) => !done.has(one));
  return left.sort((a, b) => Math.abs(ratingOf(a) - rating) - Math.abs(ratingOf(b) - rating) || a - b).slice(0, most);
}

function show(standing) {
  const said = document.getElementById("standing"), next = nearest(standing, AHEAD), link = document.getElementById("next");
  const words = said.dataset.words.replace("{rating}", standing.rating).replace("{streak}", standing.streak);
  if (standing.rating !== BEGIN || standing.streak) said.textContent = words;
  if (!next.length) said.textContent += ` ${said.dataset.none}`;
  if (next.length) link.href = `/puzzles/${next[0]}`;
  // They open without a connection, too.
  const addresses = ["/puzzles", ...next.map((one) => `/puzzles/${one}`)];
  navigator.serviceWorker?.controller?.postMessage({ puzzles: addresses });
}

function answered() {
  const chosen = document.querySelector(".answer:target");
  const standing = read();
  if (!chosen || standing.tried.includes(Number(number))) return;
  const now = after(standing, Number(number), chosen.classList.contains("right"));
  try { localStorage.setItem("sixth-puzzles", JSON.stringify(now)); } catch { /* it counts for this page, then */ }
  show(now);
}

show(read());
answered();
addEventListener("hashchange", () => { answered(); document.querySelector(".answer:target")?.focus({ preventScroll: true }); });
