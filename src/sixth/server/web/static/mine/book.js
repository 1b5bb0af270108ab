// The games that ended in this browser, the last first. The storage, or a file, may hold anything.
const KEY = "sixth-games", UNREAD = `${KEY}-unread`;
export const MOST = 500;

const list = (value, least, most, isOne) => Array.isArray(value) && value.length >= least && value.length <= most && value.every((each, at) => isOne(each, at));
// `null` stands for a round after the player was out.
const whole = (most, least = 0) => (value) => Number.isInteger(value) && value >= least && value <= most;
const text = (most) => (value) => typeof value === "string" && value.length <= most;

function isGame(each) {
  if (!/^[\w-]{1,40}$/.test(each?.id) || typeof each.id !== "string" || !text(40)(each.game) || !whole(8.64e15)(each.at)) return false;
  // Games saved by earlier versions have neither title nor marks.
  if (each.title !== undefined && !text(200)(each.title)) return false;
  if (!list(each.names, 2, 10, text(100))) return false;
  const seats = each.names.length;
  if (each.marks !== undefined && !list(each.marks, seats, seats, whole(9))) return false;
  return whole(seats - 1)(each.seat) && list(each.places, seats, seats, whole(seats, 1)) && list(each.bots, seats, seats, (bot) => typeof bot === "boolean")
    && typeof each.again === "boolean" && list(each.past, 1, 500, (heads, round) => list(heads, seats, seats, (each) => each === null || whole(9999)(each)) && (round || heads[each.seat] !== null));
}

/** The games in a stored value, and whether it held anything else. */
export function sorted(entries) {
  if (!Array.isArray(entries)) return {games: [], lost: true};
  const games = entries.filter(isGame);
  const once = [...new Map(games.map((game) => [game.id, game])).values()].sort((one, other) => other.at - one.at);
  return {games: once.slice(0, MOST), lost: games.length < entries.length};
}

/** The saved games; unreadable ones are set aside, so that a mistake of ours loses no games for good. */
export function read() {
  const kept = localStorage.getItem(KEY);
  let stored;
  try { stored = sorted(JSON.parse(kept ?? "[]")); } catch { stored = sorted(null); }
  if (stored.lost) localStorage.setItem(UNREAD, kept);
  return {games: stored.games, unread: localStorage.getItem(UNREAD)};
}

export const isBook = (key) => key === KEY || key === null;
export const write = (games) => localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
export const forgetUnread = () => localStorage.removeItem(UNREAD);

/** Save a game as the page of its table gives it, unless it is saved already. */
export function keep(ended) {
  try {
    const {games} = read(), game = {...ended, at: Date.now(), lang: document.documentElement.lang};
    if (isGame(game) && !games.some(({id}) => id === game.id)) write([game, ...games]);
  } catch { /* this browser keeps nothing */ }
}
