// Scripts that few readers need are loaded when they are: the steps of a round, sharing, the coach's sentences, the book of games.
import { byId, closest } from "./page.js";
import { act, store } from "./store.js";

const begun = new Set();
/** @type {(name: string, by: string | undefined, begin: (module: any) => void) => void} */
function once(name, by = "", begin) {
  if (begun.has(name)) return;
  begun.add(name);
  import(by).then(begin, () => begun.delete(name));
}
// Before the table is drawn, parts in the page have to be moved.
document.addEventListener("sixth:shown", () => {
  const kept = store.state?.around.ending?.kept, { book, coach } = byId("sentences").dataset;
  if (kept) once(kept.id, book, ({ keep }) => keep(kept));
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-given]"))) {
    once(part.id, part.dataset.by, ({ tell }) => tell(part));
  }
  /** @type {HTMLAnchorElement | null} */
  const worth = document.querySelector("[data-worth]");
  const address = worth?.getAttribute("href");
  if (address) once(address, coach, ({ say }) => learn(say, address));
});

// What the coach says of a turn comes in place of the link that asks for it.
/** @type {(ask: (address: string) => Promise<string>, address: string) => Promise<void>} */
async function learn(ask, address) {
  const sentence = await ask(address);
  if (sentence) act({ worth: { ...store.acts.worth, [address]: sentence } });
}

// -------------------------------------------------------------- the last events

const past = () => import(byId("past").dataset.by);
// One step back or on, from the last one.
export const step = (/** @type {string} */ way) => past().then(({ go }) => go(way));

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = closest(event, "#what, #past a[rel]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  past().then(({ open }) => open(link.href), () => { location.href = link.href; });
});
document.addEventListener("click", (event) => closest(event, "[data-close]")?.closest("dialog")?.close());

// -------------------------------------------------------------- sharing

// The picture of a result and the record of a game.
document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = closest(event, "a[data-saved]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import(byId("sentences").dataset.saving).then(({ give }) => give(link));
});
// The link of an invitation.
document.addEventListener("click", async (event) => {
  const copy = closest(event, "#copy");
  if (!copy) return;
  await navigator.clipboard.writeText(byId("link").value);
  byId("note").textContent = copy.dataset.done ?? "";
});
