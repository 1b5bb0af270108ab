// Scripts that few pages need: one saves an ended game in this browser, the other fetches the coach's sentences.
import { byId } from "./page.js";
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
  const { game, by } = byId("kept-game")?.dataset ?? {};
  if (game) once(game, by, ({ keep }) => keep(game));
  /** @type {HTMLElement | null} */
  const luck = document.querySelector("[data-luck]");
  if (luck) once(luck.id, luck.dataset.by, ({ tell }) => tell(luck));
  /** @type {HTMLAnchorElement | null} */
  const worth = document.querySelector("[data-worth]");
  const address = worth?.getAttribute("href");
  if (address) once(address, byId("sentences").dataset.luck, ({ say }) => learn(say, address));
});

// What the coach says of a turn comes in place of the link that asks for it.
/** @type {(ask: (address: string) => Promise<string>, address: string) => Promise<void>} */
async function learn(ask, address) {
  const sentence = await ask(address);
  if (sentence) act({ worth: { ...store.acts.worth, [address]: sentence } });
}
