// The current games, their changes, and undo and redo.
import {keepBook, newId, readBook, turned} from "./book.js";
import {clean, MOST, newGame, Refused, standing} from "./game.js";
import {at, HEADS, note, say, tell, today} from "./page.js";

// A browser may refuse access to its storage.
const storage = () => window.localStorage;
let {book, past, future, lost} = readBook(storage);

/** Whether some of the saved games could not be read. */
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

// ------------------------------------------------------------------ drawing

const parts = [];

/** Register `part`, which draws its part of the page from the game and its standing. */
export const onShow = (part) => { parts.push(part); };

export function show() {
  const now = game(), stands = standing(now, HEADS);
  const focused = document.activeElement?.id;
  at("all").hidden = false;
  for (const part of parts) part(now, stands);
  // If the element with the focus has gone, the focus stays at the game, rather than at the top of the page.
  const same = at(focused);
  if (focused && (!same || same.disabled || !same.checkVisibility())) at("title").focus();
}

// ------------------------------------------------------------------ changes

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

/** The current game, in a book that has it as the open one. */
export function put(game, text, {id = book.open ?? newId(), heard = false} = {}) {
  if (!book.games.has(id) && book.games.size >= MOST.games) throw new Refused("tooManyGames", {most: MOST.games});
  change({open: id, id, game}, text, heard);
}

export const undo = () => take(past.pop(), future, say("undone"));
export const redo = () => take(future.pop(), past, say("redone"));

// Another tab has changed the book: go on from there.
export function readAgain() {
  ({book, past, future} = readBook(storage));
  show();
}
