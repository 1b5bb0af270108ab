// What a game and its rounds are, in words.
import {headsOf} from "./game.js";
import {and, counted, HEADS, say} from "./page.js";

export const headsText = (count) => counted("heads", count);

/** Who leads, is out, has reached the limit or has won: a sentence each. */
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

/** How many heads the cards of an entry have; nothing for an entry that is a number anyway. */
export const countedText = (now, entry) =>
  Array.isArray(entry) ? say("counted", {cards: counted("cards", entry.length), heads: headsText(headsOf(entry, HEADS[now.heads]))}) : "";

/** An entry as somebody would type it. */
export function entryText(entry) {
  if (Array.isArray(entry)) return entry.length === 1 ? `#${entry[0]}` : entry.join(" ") || "0";
  return entry === null ? "" : String(entry);
}
