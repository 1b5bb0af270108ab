// Steps without a new page: the same links, fetched; keys, slider and play. Without scripts the links do it all.
const main = document.querySelector("#replay");
const part = (id, root = document) => root.querySelector(`#${id}`);
const slider = part("at"), play = part("play"), say = part("say"), seen = new Map();
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let here = location.pathname + location.search, wanted = here, timer = 0;

const page = (address) => {
  if (!seen.has(address)) {
    if (seen.size > 60) seen.delete(seen.keys().next().value);
    const found = fetch(address).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
    found.catch(() => seen.delete(address));
    seen.set(address, found);
  }
  return seen.get(address);
};

/** In the list of steps the one that is shown is in the middle. */
const inSight = () => {
  const list = part("steps"), now = list?.querySelector("[aria-current]");
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
};

const put = (next) => {
  const focused = document.activeElement?.id, at = part("replay", next).dataset.at;
  for (const id of ["from", "moment", "go", "jump", "marks", "count", "side"]) part(id).replaceWith(part(id, next));
  main.dataset.at = slider.value = at;
  slider.setAttribute("aria-valuetext", part("at", next).getAttribute("aria-valuetext"));
  part("slide").elements.seat.value = part("slide", next).elements.seat.value;
  document.title = next.title;
  if (focused && document.activeElement?.id !== focused) part(focused)?.focus({preventScroll: true});
  inSight();
};

/** Show the step at this address; asked for several at once, only the last is shown. */
const go = async (address) => {
  wanted = address;
  let text;
  try {
    text = await page(address);
  } catch {
    location.assign(address);
    return;
  }
  if (wanted !== address || address === here) return;
  const next = new DOMParser().parseFromString(text, "text/html");
  const one = Math.abs(part("replay", next).dataset.at - main.dataset.at) === 1;
  here = address;
  history.replaceState(null, "", address);
  if (one && !calm.matches && document.startViewTransition) await document.startViewTransition(() => put(next)).updateCallbackDone;
  else put(next);
  const line = document.createElement("p");
  line.textContent = part("said").textContent;
  say.append(line);
  part("copied").textContent = "";
  while (say.childElementCount > 20) say.firstElementChild.remove();
  page(address_of("next"));
};

const address_of = (id) => { const {pathname, search} = new URL(part(id).href); return pathname + search; };
const ended = () => part("next").getAttribute("aria-disabled") === "true";

const pause = () => {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
};
const run = () => {
  timer = setTimeout(async () => {
    await go(address_of("next"));
    if (timer) ended() ? pause() : run();
  }, Number(part("speed").value));
};

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !link.search || link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  go(link.pathname + link.search);
});
slider.addEventListener("input", () => {
  pause();
  const {elements} = part("slide");
  go(`${location.pathname}?at=${slider.value}&seat=${elements.seat.value}`);
});
play.addEventListener("click", async () => {
  if (timer) return pause();
  play.setAttribute("aria-pressed", "true");
  if (ended()) { timer = -1; await go(address_of("first")); }
  run();
});
part("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  part("copied").textContent = part("copy").dataset.done;
});
const KEYS = {ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last"};
const SHIFTED = {ArrowLeft: "turn-back", ArrowRight: "turn-on", ArrowUp: "take-back", ArrowDown: "take-on"};
document.addEventListener("keydown", (event) => {
  const id = (event.shiftKey ? SHIFTED : KEYS)[event.key];
  if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, .scroll")) return;
  event.preventDefault();
  pause();
  go(address_of(id));
});
part("watch").hidden = play.hidden = false;
part("copy").hidden = !navigator.clipboard;
part("show").hidden = true;
inSight();
page(address_of("next"));
