// A game that has ended is kept in this browser, for the page of one's own games.
import { keep } from "../mine/book.js";
import { byId, onChange } from "./page.js";

let kept;
onChange(() => {
  const game = byId("kept-game")?.dataset.game;
  if (!game || game === kept) return;
  kept = game;
  keep(game);
});
