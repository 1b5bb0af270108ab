// A game that has ended is kept in this browser, for the page of one's own games, by a script that is needed then only.
import { byId, onChange } from "./page.js";

let kept;
onChange(() => {
  const { game, by } = byId("kept-game")?.dataset ?? {};
  if (!game || game === kept) return;
  kept = game;
  import(by).then(({ keep }) => keep(game), () => { kept = null; });
});
