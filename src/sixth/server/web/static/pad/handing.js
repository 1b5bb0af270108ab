// A game of a table of a tournament: the address sets it up, and once it is over its totals are handed over as the result.
import { clean, fromPlain, MOST, Refused, standing, toPlain } from "./game.js";
import { at, HEADS, say } from "./page.js";
import { change, game, games, onShow, openId, put, shownGame } from "./state.js";

const KEY = "sixth-pad-handed";
const ID = /^t_([b-z2-9]{5})_(\d{1,3})_(\d{1,3})_([0-9a-f]{4})$/;

/** The fragment of an address that sets up a game of a table. @type {(fragment: string) => boolean} */
export const isOfTable = (fragment) => fragment.startsWith("t=");

/**
 * The tournament, round and table of the open game, of which its id tells, or null.
 * `key` is that of the people at the table, who are others once the round is drawn again.
 */
export function table() {
  const parts = shownGame() ? null : ID.exec(openId() ?? "");
  return parts && { code: parts[1], round: parts[2], table: parts[3], key: parts[4] };
}

/** Open the game of a table, new if this browser has none. @type {(fragment: string) => void} */
export function openTable(fragment) {
  let id = "", fresh;
  try {
    const { code, round, table, key, name, heads, end, players } = JSON.parse(decodeURIComponent(fragment.slice(2)));
    id = `t_${code}_${round}_${table}_${key}`;
    if (!ID.test(id)) throw new Refused("linkBroken");
    const short = (/** @type {string} */ text, /** @type {number} */ most) => [...clean(text)].slice(0, most).join("").trim();
    const names = players.map((/** @type {string} */ each) => short(each, MOST.name));
    fresh = fromPlain(toPlain({ name: short(name, MOST.title), heads, end, players: names, rounds: [] }));
  } catch { throw new Refused("linkBroken"); }
  const kept = games().get(id);
  const told = say("opened", { game: (kept ?? fresh).name });
  if (!kept) put(fresh, told, { id });
  else if (id !== openId()) change({ open: id, id, game: kept }, told);
}

// ------------------------------------------------------------------ handed over

const totals = () => standing(game(), HEADS).totals.join(" ");

/** What the tournament has answered, by the ids of games: the totals, and the sentence. @returns {Record<string, [string, string]>} */
function answers() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}; } catch { return {}; }
}

function keep(/** @type {string} */ sentence) {
  const kept = { ...answers(), [openId()]: [totals(), sentence] };
  for (const id of Object.keys(kept)) if (!games().has(id)) delete kept[id];
  try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* It is only shown until the page is closed. */ }
}

function tell(/** @type {string} */ sentence, /** @type {boolean} */ isWrong) {
  at("handed").textContent = sentence;
  at("handed").classList.toggle("wrong", isWrong);
}

onShow((_now, stands) => {
  const of = table();
  at("handing").hidden = !of;
  at("hand-sure").hidden = true;
  if (!of) return;
  at("after").hidden = at("setup").hidden = true;
  at("tournament").href = `/tournaments/${of.code}`;
  const [handed, sentence] = answers()[openId()] ?? [];
  const isHanded = stands.over && handed === totals();
  at("hand-over").hidden = !stands.over || isHanded;
  tell(isHanded ? sentence : "", false);
});

async function hand(/** @type {boolean} */ sure) {
  const { code, ...where } = table(), id = openId(), sent = totals();
  const body = new URLSearchParams({ ...where, ...(sure ? { sure: "true" } : {}) });
  sent.split(" ").forEach((heads, seat) => body.set(`heads${seat + 1}`, heads));
  at("hand-over").disabled = true;
  try {
    const answer = await fetch(`/tournaments/${code}/totals`, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (answer.status === 502 || answer.status === 504) throw new Error(answer.statusText);
    const sentence = new DOMParser().parseFromString(await answer.text(), "text/html").body.textContent ?? "";
    // Meanwhile another game may be open, or a round changed.
    if (id !== openId() || sent !== totals()) return;
    if (answer.ok) keep(sentence);
    at("hand-over").hidden = answer.ok;
    at("hand-sure").hidden = answer.headers.get("Sixth-Field") !== "sure";
    tell(sentence, !answer.ok);
    if (answer.ok) at("tournament").focus();
  } catch { tell(say("unhanded"), true); } finally { at("hand-over").disabled = false; }
}
at("hand-over").addEventListener("click", () => hand(false));
at("hand-sure").addEventListener("click", () => hand(true));
