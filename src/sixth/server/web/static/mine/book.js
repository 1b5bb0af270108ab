// The games that ended in this browser, the last first. What is found in its storage, or in a file, may be anything.
const KEY = "sixth-games", UNREAD = `${KEY}-unread`;
export const MOST = 500;

const list = (value, least, most, isOne) => Array.isArray(value) && value.length >= least && value.length <= most && value.every((each, at) => isOne(each, at));
// `null` stands for a round that somebody who was out did not play.
const whole = (most, least = 0) => (value) => Number.isInteger(value) && value >= least && value <= most;
const text = (most) => (value) => typeof value === "string" && value.length <= most;

function isGame(each) {
  if (!/^[\w-]{1,40}$/.test(each?.id) || typeof each.id !== "string" || !text(40)(each.game) || !whole(8.64e15)(each.at)) return false;
  // What an earlier version kept has none.
  if (each.title !== undefined && !text(200)(each.title)) return false;
  if (!list(each.names, 2, 10, text(100))) return false;
  const seats = each.names.length;
  return whole(seats - 1)(each.seat) && list(each.places, seats, seats, whole(seats, 1)) && list(each.bots, seats, seats, (bot) => typeof bot === "boolean")
    && typeof each.again === "boolean" && list(each.past, 1, 500, (heads, round) => list(heads, seats, seats, (each) => each === null || whole(9999)(each)) && (round || heads[each.seat] !== null));
}

/** The games among what was found, and whether there was anything else. */
export function sorted(found) {
  if (!Array.isArray(found)) return {games: [], lost: true};
  const games = found.filter(isGame);
  const once = [...new Map(games.map((game) => [game.id, game])).values()].sort((one, other) => other.at - one.at);
  return {games: once.slice(0, MOST), lost: games.length < found.length};
}

/** The games; what cannot be read is set aside, so that a mistake of ours loses nobody's games for good. */
export function read() {
  const kept = localStorage.getItem(KEY);
  let found;
  try { found = sorted(JSON.parse(kept ?? "[]")); } catch { found = sorted(null); }
  if (found.lost) localStorage.setItem(UNREAD, kept);
  return {games: found.games, unread: localStorage.getItem(UNREAD)};
}

export const isBook = (key) => key === KEY || key === null;
export const write = (games) => localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
export const forgetUnread = () => localStorage.removeItem(UNREAD);

/** Keep a game as the page of its table tells it, unless it is kept already. */
export function keep(json) {
  try {
    const {games} = read(), game = {...JSON.parse(json), at: Date.now()};
    if (isGame(game) && !games.some(({id}) => id === game.id)) write([game, ...games]);
  } catch { /* this browser keeps nothing */ }
}
