// The games as they are now, how they change, and the way back and forth.
import {keepBook, newId, readBook, turned} from "./book.js";
import {clean, MOST, newGame, Refused, standing} from "./game.js";
import {at, HEADS, note, say, tell, today} from "./page.js";

// A browser may refuse even to name its storage.
const storage = () => window.localStorage;
let {book, past, future, lost} = readBook(storage);

/** Whether some of the games that were kept could not be read. */
export const lostSome = lost;

export const fresh = (players) => newGame(clean(today()), players);
const unsaved = fresh([]); // shown while there is no saved game
let shared = null; // a game from a link, only to be looked at

export const games = () => book.games;
export const openId = () => book.open;
export const shownGame = () => shared;
export const showShared = (game) => { shared = game; };
export const game = () => shared ?? book.games.get(book.open) ?? unsaved;
export const mayUndo = () => past.length > 0;
export const mayRedo = () => future.length > 0;

// ------------------------------------------------------------------ showing

const parts = [];

/** `part` shows its own part of the page, given the game and how it stands. */
export const onShow = (part) => { parts.push(part); };

export function show() {
  const now = game(), stands = standing(now, HEADS);
  const focused = document.activeElement?.id;
  at("all").hidden = false;
  for (const part of parts) part(now, stands);
  // What had the focus may have gone: then it stays at the game, rather than at the top of the page.
  const same = at(focused);
  if (focused && (!same || same.disabled || !same.checkVisibility())) at("title").focus();
}

// ------------------------------------------------------------------ changing

function take(step, steps, text, heard) {
  const {book: next, back} = turned(book, step);
  book = next;
  steps.push(back);
  if (steps.length > MOST.steps) steps.shift();
  const kept = keepBook(storage, {book, past, future});
  show();
  tell(text, heard);
  if (!kept) note(say("unkept"));
}

export function change(step, text, heard) {
  future = [];
  take(step, past, text, heard);
}

/** The game as it is now, in a book that has it as the open one. */
export function put(game, text, {id = book.open ?? newId(), heard = false} = {}) {
  if (!book.games.has(id) && book.games.size >= MOST.games) throw new Refused("tooManyGames", {most: MOST.games});
  change({open: id, id, game}, text, heard);
}

export const undo = () => take(past.pop(), future, say("undone"));
export const redo = () => take(future.pop(), past, say("redone"));

// The same book in another tab: go on from what it wrote.
export function readAgain() {
  ({book, past, future} = readBook(storage));
  show();
}
