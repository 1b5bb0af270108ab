// A game that has ended is kept in this browser, for the page of one's own games.
import { byId, onChange } from "./page.js";

let kept;
onChange(() => {
  const game = byId("kept-game")?.dataset.game;
  if (!game || game === kept) return;
  kept = game;
  import("../mine/book.js").then(({ keep }) => keep(game), () => { kept = null; });
});
