// A game of the score pad: heads, totals, winners, and the game as plain JSON. Nothing here touches the page.

export const MOST = {players: 20, rounds: 200, name: 24, title: 60, games: 100, count: 9999, cards: 104, text: 200_000, link: 40_000, steps: 200};
const TABLES = ["classic", "light"];
const ENDS = ["score", "rounds", "elimination"];

/** An invalid entry. `word` names the sentence for it, `values` fill the sentence in. */
export class Refused extends Error {
  constructor(word, values = {}) {
    super(word);
    this.word = word;
    this.values = values;
  }
}

/** A text to show: one line, no control characters and none that change the direction of the text after it. */
export const clean = (text) => text.normalize("NFC").replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, " ").replace(/\s+/gu, " ").trim();

const letters = (text) => [...text].length;

export function cleanName(text, others = []) {
  const name = clean(text);
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) throw new Refused("nameEmpty");
  if (letters(name) > MOST.name) throw new Refused("nameLong", {most: MOST.name});
  if (others.some((other) => other.toLowerCase() === name.toLowerCase())) throw new Refused("nameTwice", {name});
  return name;
}

/** The entry for one player: an empty field is 0, one number is heads, several (or `#55`) are cards. */
export function entryOf(text) {
  const numbers = text.match(/\d+/g) ?? [];
  if (/[^\d\s,.;:#+/-]/u.test(text) || (!numbers.length && text.trim())) throw new Refused("notNumbers", {text: text.slice(0, 40)});
  if (numbers.length > MOST.cards) throw new Refused("tooMany");
  if (numbers.length > 1 || text.includes("#")) return cardsOf(numbers.map(Number));
  const heads = Number(numbers[0] ?? 0);
  if (heads > MOST.count) throw new Refused("tooHigh", {most: MOST.count});
  return heads;
}

export function cardsOf(numbers) {
  const cards = new Set();
  for (const card of numbers) {
    if (!Number.isInteger(card) || card < 1 || card > MOST.cards) throw new Refused("noCard", {card});
    if (cards.has(card)) throw new Refused("sameTwice", {card});
    cards.add(card);
  }
  return [...numbers];
}

/** Refuse a round in which two players took the same card. */
export function checkRound(entries, players) {
  const taker = new Map();
  entries.forEach((entry, seat) => {
    for (const card of Array.isArray(entry) ? entry : []) {
      if (taker.has(card)) throw new Refused("cardTwice", {card, first: players[taker.get(card)], second: players[seat]});
      taker.set(card, seat);
    }
  });
}

export const headsOf = (entry, table) => Array.isArray(entry) ? entry.reduce((sum, card) => sum + table[card], 0) : entry ?? 0;

/** The totals after each round. */
function totalsByRound(game, heads) {
  const sums = game.players.map(() => 0);
  return game.rounds.map((round) => round.map((entry, seat) => (sums[seat] += headsOf(entry, heads[game.heads]))));
}

/** The standing of a game: totals, seats that are out and since when, leaders, seats at the limit, and the end. */
export function standing(game, heads) {
  const byRound = totalsByRound(game, heads);
  const totals = byRound.at(-1) ?? game.players.map(() => 0);
  const {kind, count} = game.end;
  const seats = game.players.map((_, seat) => seat);
  const outSince = seats.map((seat) => kind === "elimination" ? byRound.findIndex((sums) => sums[seat] > count) : -1);
  const out = seats.filter((seat) => outSince[seat] >= 0);
  let best = seats.filter((seat) => outSince[seat] < 0);
  // All remaining players went out together: the best of them win.
  if (!best.length) best = seats.filter((seat) => outSince[seat] === Math.max(...outSince));
  const least = Math.min(...best.map((seat) => totals[seat]));
  const leaders = best.filter((seat) => totals[seat] === least);
  const reached = kind === "score" ? seats.filter((seat) => totals[seat] >= count) : [];
  const over = game.rounds.length > 0 && (
    kind === "score" ? reached.length > 0 : kind === "rounds" ? game.rounds.length >= count : seats.length - out.length < 2);
  return {byRound, totals, out, outSince, leaders, least, reached, over};
}

/** Whether a seat plays the round of this number: it does unless it was out before. */
export const plays = (stands, seat, round) => stands.outSince[seat] < 0 || stands.outSince[seat] >= round;

export const newGame = (name, players = []) => ({name, heads: "classic", end: {kind: "score", count: 66}, players, rounds: []});

// ------------------------------------------------------------------ a game as plain, short JSON and back

export const toPlain = ({name, heads, end, players, rounds}) => [1, name, TABLES.indexOf(heads), ENDS.indexOf(end.kind), end.count, players, rounds];

/** The game in `plain`, which may be any value. */
export function fromPlain(plain) {
  const must = (holds) => { if (!holds) throw new Refused("unreadable"); };
  const whole = (value, least, most) => { must(Number.isInteger(value) && value >= least && value <= most); return value; };
  const list = (value, most) => { must(Array.isArray(value) && value.length <= most); return value; };
  const text = (value, most) => { must(typeof value === "string" && value.length <= 8 * most && clean(value) === value && letters(value) <= most); return value; };
  must(Array.isArray(plain) && plain.length === 7 && plain[0] === 1);
  const [, name, heads, kind, count, players, rounds] = plain;
  const game = {
    name: text(name, MOST.title),
    heads: TABLES[whole(heads, 0, TABLES.length - 1)],
    end: {kind: ENDS[whole(kind, 0, ENDS.length - 1)], count: whole(count, 1, MOST.count)},
    players: list(players, MOST.players).map((player) => { must(text(player, MOST.name)); return player; }),
    rounds: list(rounds, MOST.rounds).map((round) => {
      must(list(round, MOST.players).length === players.length);
      return round.map((entry) => Array.isArray(entry) ? cardsOf(list(entry, MOST.cards)) : entry === null ? null : whole(entry, 0, MOST.count));
    }),
  };
  for (const round of game.rounds) checkRound(round, game.players);
  return game;
}
