// The score pad: it shows a game, accepts entries, and saves all in this browser. Each module is one part of the page.
import {isBook} from "./book.js";
import {putAside} from "./entry.js";
import {at, note, say} from "./page.js";
import {game, lostSome, mayRedo, mayUndo, onShow, readAgain, redo, shownGame, undo} from "./state.js";
import {standingText} from "./telling.js";
import "./sheet.js";
import "./setup.js";
import "./games.js";
import {look} from "./sharing.js";
import {table} from "./handing.js";

onShow((now, stands) => {
  at("title").textContent = now.name;
  at("standing").textContent = standingText(now, stands) + (stands.over && !shownGame() && !table() ? ` ${say("playOn")}` : "");
  at("standing").classList.toggle("over", stands.over);
  at("undo").hidden = at("redo").hidden = !!shownGame();
  at("undo").disabled = !mayUndo();
  at("redo").disabled = !mayRedo();
});

const back = () => { if (mayUndo()) { putAside(); undo(); } };
const forth = () => { if (mayRedo()) { putAside(); redo(); } };
at("undo").addEventListener("click", back);
at("redo").addEventListener("click", forth);
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || shownGame() || event.target.matches("input") || at("cards").open) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  (key === "y" || event.shiftKey ? forth : back)();
});

addEventListener("storage", ({key}) => { if (isBook(key)) readAgain(); });

await look();
at("setup").open = game().players.length < 2;
if (lostSome) note(say("lost"));
