// Scripts that few pages need: one keeps a game that has ended in this browser, the other tells what the coach says.
import { byId } from "./page.js";

const begun = new Set();
/** @type {(name: string, by: string | undefined, begin: (module: any) => void) => void} */
function once(name, by = "", begin) {
  if (begun.has(name)) return;
  begun.add(name);
  import(by).then(begin, () => begun.delete(name));
}
// Before the table is drawn, what lies in the page is to be put elsewhere.
document.addEventListener("sixth:shown", () => {
  const { game, by } = byId("kept-game")?.dataset ?? {};
  if (game) once(game, by, ({ keep }) => keep(game));
  /** @type {HTMLElement | null} */
  const luck = document.querySelector("[data-luck]");
  if (luck) once(luck.id, luck.dataset.by, ({ tell }) => tell(luck));
  /** @type {HTMLAnchorElement | null} */
  const worth = document.querySelector("[data-worth]");
  if (worth) once(worth.href, worth.dataset.by, ({ say }) => say(worth.href));
});
