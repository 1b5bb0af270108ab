// Sentences about a game and its rounds.
import {headsOf} from "./game.js";
import {and, counted, HEADS, say} from "./page.js";

export const headsText = (count) => counted("heads", count);

/** The leaders, the players who are out or at the limit, and the winners: a sentence each. */
export function standingText(now, stands) {
  const about = (word, seats, values = {}) => say(word, {names: and(seats.map((seat) => now.players[seat])), ...values}, seats.length);
  if (!now.rounds.length) return say(now.players.length < 2 ? "more" : "nobody");
  const best = {heads: headsText(stands.least)};
  const texts = [];
  if (stands.reached.length) texts.push(about("reached", stands.reached, {limit: now.end.count}));
  if (stands.out.length) texts.push(about("out", stands.out));
  texts.push(...stands.over ? [say("over"), about("wins", stands.leaders, best)] : [about("leads", stands.leaders, best)]);
  const left = now.end.count - now.rounds.length;
  if (now.end.kind === "rounds" && left > 0) texts.push(counted("left", left));
  return texts.join(" ");
}

/** The number of heads of an entry's cards; "" for an entry that is a number. */
export const countedText = (now, entry) =>
  Array.isArray(entry) ? say("counted", {cards: counted("cards", entry.length), heads: headsText(headsOf(entry, HEADS[now.heads]))}) : "";

/** An entry as a player would type it. */
export function entryText(entry) {
  if (Array.isArray(entry)) return entry.length === 1 ? `#${entry[0]}` : entry.join(" ") || "0";
  return entry === null ? "" : String(entry);
}
