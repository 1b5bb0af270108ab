// The book of saved games in this browser, and its last steps, so that they can be undone
// after a reload, too. The storage may hold anything.
import {fromPlain, MOST, Refused, toPlain} from "./game.js";

const KEY = "sixth-pad";

export const isBook = (key) => key === KEY || key === null;
export const newId = () => crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id + part.toString(36), "");
const isId = (id) => typeof id === "string" && /^\w{1,20}$/.test(id);

/** The book after a step, and the step that undoes it. A step names the open game and the change of the
 * game `id`: its new value, its position among the games, or its deletion (`game: null`). */
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

/** The last steps that fit into the storage. */
function latest(steps) {
  const plain = steps.slice(-MOST.steps).map(stepToPlain);
  let room = MOST.text;
  const first = plain.findLastIndex((step) => (room -= JSON.stringify(step).length) < 0);
  return plain.slice(first + 1);
}

/** The book, and the steps back and forth; `lost` says that some games could not be read. */
export function readBook(storage) {
  const book = {open: null, games: new Map()};
  let past = [], future = [], lost = false, kept = null;
  try {
    kept = storage().getItem(KEY);
    const stored = JSON.parse(kept ?? '{"v":1,"open":null,"games":[]}');
    for (const [id, plain] of stored.games) {
      try {
        if (!isId(id) || book.games.size >= MOST.games) throw new Refused("unreadable");
        book.games.set(id, fromPlain(plain));
      } catch { lost = true; }
    }
    if (book.games.has(stored.open)) book.open = stored.open;
    // Steps that are unreadable, or belong to other games, are dropped: the games are what counts.
    if (!lost) try {
      [past, future] = [stored.past, stored.future].map((steps) => (steps ?? []).slice(-MOST.steps).map(stepFromPlain));
    } catch { past = future = []; }
  } catch { lost = kept !== null; }
  // A copy is made once, so that a mistake of ours loses no games for good.
  if (lost) try { storage().setItem(`${KEY}-unread`, kept); } catch { /* there is no room */ }
  return {book, past, future, lost};
}

/** Save the book and the steps; return false where the browser saves nothing. */
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
