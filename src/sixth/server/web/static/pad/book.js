// The book of games that this browser keeps, and the steps by which it came to be as it is, so that they can be taken
// back after the page was left, too. What is found in the storage may be anything at all.
import {fromPlain, MOST, Refused, toPlain} from "./game.js";

const KEY = "sixth-pad";

export const isBook = (key) => key === KEY || key === null;
export const newId = () => crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id + part.toString(36), "");
const isId = (id) => typeof id === "string" && /^\w{1,20}$/.test(id);

/** The book after a step, and the step that takes it back. A step says which game is open then and what becomes of the
 * game `id`: how it is, at which place among the games, or that it is gone (`game: null`). */
export function turned({open, games}, step) {
  const list = [...games], was = list.findIndex(([id]) => id === step.id);
  const back = {open, id: step.id, game: games.get(step.id) ?? null, place: Math.max(was, 0)};
  if (was >= 0) list.splice(was, 1);
  if (step.game) list.splice(step.place ?? (was < 0 ? list.length : was), 0, [step.id, step.game]);
  return {book: {open: step.open, games: new Map(list)}, back};
}

const stepToPlain = ({open, id, game, place}) => [open, id, game && toPlain(game), place];

function stepFromPlain([open, id, plain, place]) {
  if (!(open === null || isId(open)) || !(id === null || isId(id)) || !Number.isInteger(place) || place < 0) throw new Refused("unreadable");
  return {open, id, game: plain === null ? null : fromPlain(plain), place};
}

/** As many of the last steps as there is room for. */
function latest(steps) {
  const plain = steps.slice(-MOST.steps).map(stepToPlain);
  let room = MOST.text;
  const first = plain.findLastIndex((step) => (room -= JSON.stringify(step).length) < 0);
  return plain.slice(first + 1);
}

/** The book, the steps back and forth; `lost` says that some of the games could not be read. */
export function readBook(storage) {
  const book = {open: null, games: new Map()};
  let past = [], future = [], lost = false, kept = null;
  try {
    kept = storage().getItem(KEY);
    const found = JSON.parse(kept ?? '{"v":1,"open":null,"games":[]}');
    for (const [id, plain] of found.games) {
      try {
        if (!isId(id) || book.games.size >= MOST.games) throw new Refused("unreadable");
        book.games.set(id, fromPlain(plain));
      } catch { lost = true; }
    }
    if (book.games.has(found.open)) book.open = found.open;
    // Steps that cannot be read, or belong to other games, are none: the games are what counts.
    if (!lost) try {
      [past, future] = [found.past, found.future].map((steps) => (steps ?? []).slice(-MOST.steps).map(stepFromPlain));
    } catch { past = future = []; }
  } catch { lost = kept !== null; }
  // Once, so that a mistake of ours loses nobody's games for good.
  if (lost) try { storage().setItem(`${KEY}-unread`, kept); } catch { /* there is no room */ }
  return {book, past, future, lost};
}

/** Keep the book and the steps; false where the browser keeps nothing. */
export function keepBook(storage, {book, past, future}) {
  const games = [...book.games].map(([id, game]) => [id, toPlain(game)]);
  const write = (steps) => storage().setItem(KEY, JSON.stringify({v: 1, open: book.open, games, ...steps}));
  try {
    write({past: latest(past), future: latest(future)});
    return true;
  } catch { /* without the steps there may be room */ }
  try {
    write({});
    return true;
  } catch { return false; }
}
