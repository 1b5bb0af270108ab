// The page of the games that ended in this browser: a chart, a list, and an export.
import {html, nothing, render} from "../lit/lit-html.js";
import {localeOf, named, speaker} from "../table/i18n.js";
import {forgetUnread, isBook, MOST, read, sorted, write} from "./book.js";
import {draw, mean} from "./chart.js";
import {help} from "./help.js";
import {sentences} from "./words.js";
import {save as saveFile} from "../saving.js";

const at = (id) => document.getElementById(id);
const language = document.documentElement.lang;
const where = localeOf(language);
const date = new Intl.DateTimeFormat(where, {dateStyle: "medium"}), number = new Intl.NumberFormat(where, {maximumFractionDigits: 1});
const {catalogue, games: titles, themes} = JSON.parse(at("words").textContent);
const spoken = speaker(catalogue), say = named(sentences(spoken));
const counted = (word, count) => say(word, {count: number.format(count)}, count);
// A named game may have an end of its own, as in "classic rounds:1". Games without a name of ours go by the title that they had at
// their table, if that was in this language.
function title({game, title = titles[""], lang = language}) {
  const [, name, end = "", count] = /^(\S+)(?: (rounds|score|elimination):(\d{1,6}))?$/.exec(game) ?? [];
  if (!name || !Object.hasOwn(titles, name)) return lang === language ? title : titles[""];
  return end ? `${titles[name]} · ${counted(end, Number(count))}` : titles[name];
}
const kind = ({game, title}) => game || title || "";
const total = ({past}, seat) => past.reduce((sum, heads) => sum + heads[seat], 0);

let games = [], unread = null, before = null;

function sheet(game) {
  const order = game.names.map((_, seat) => seat).sort((one, other) => game.places[one] - game.places[other]);
  const rounds = game.past.map((_, round) => html`<th scope="col" aria-label=${say("round", {round: round + 1})}>${round + 1}</th>`);
  const rows = order.map((seat) => html`<tr class=${seat === game.seat ? "own" : nothing}><th scope="row"><i class="mark m${game.marks?.[seat] ?? seat}"
    aria-hidden="true"></i>${seat === game.seat ? say("you") : game.bots[seat] ? say("bot", {name: game.names[seat]}) : game.names[seat]}</th><td><b>${total(game, seat)}</b></td>${
    game.past.map((heads) => html`<td>${heads[seat] ?? "–"}</td>`)}</tr>`);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${at("how").textContent}><table><thead><tr><th scope="col">${say("player")}</th><th
    scope="col">${say("total")}</th>${rounds}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

const linked = JSON.parse(at("links").textContent);
/** The links of the site to a game: each has `{game}` and `{seat}` in place of the game and the seat. */
const links = (kind, {id, seat}) => linked[kind].map(([, address, label]) => html`<a class=${kind === "games" ? "button" : nothing}
  download=${kind === "records" ? "" : nothing} data-saved=${kind === "records" ? say("saved") : nothing} href=${address.replace("{game}", id).replace("{seat}", seat)}>${
  label}</a>${kind === "records" ? html` <small role="status"></small>` : nothing}`);

const ways = (game) => [links("games", game), links("records", game)];

/** Whether the site shows the game: not while others still play the deals of a tournament. */
const isReadable = ({id}) => fetch(`/mine/games/${id}`).then((answer) => answer.json()).then(({readable}) => readable, () => false);

function item(game) {
  const {seat, id} = game, place = game.places[seat], notes = game.again ? [say("again")] : [];
  for (const [word, bot] of [["bots", true], ["with", false]]) {
    const others = game.names.filter((_, each) => each !== seat && game.bots[each] === bot);
    if (others.length) notes.unshift(say(word, {names: spoken.list(others)}));
  }
  // A sheet is drawn when it is opened: there may be five hundred.
  const unfold = async ({target}) => {
    const unfolded = (links) => render([sheet(game), html`<p class="actions">${links}<button type="button"
      @click=${() => drop(games.filter((each) => each.id !== id))}>${say("forget")}</button></p>`], target.lastElementChild);
    unfolded(game.matched ? nothing : ways(game));
    if (game.matched && target.open && await isReadable(game)) unfolded(ways(game));
  };
  const fared = [place === 1 ? say("won") : say("place", {place, players: game.names.length}), counted("heads", total(game, seat))].join(" · ");
  return html`<li><details @toggle=${unfold}><summary><b>${title(game)}</b> <span class=${place === 1 ? "won"
    : nothing}>${fared}</span> <small><time datetime=${new Date(game.at).toISOString()}>${date.format(game.at)}</time>${
    notes.map((each) => ` · ${each}`)}</small></summary><div></div></details></li>`;
}

function chart() {
  const shown = games.filter((each) => kind(each) === at("which").value && !each.again);
  const wins = number.format(shown.filter(({places, seat}) => places[seat] === 1).length), average = mean(shown), played = counted("played", shown.length);
  at("chart").toggleAttribute("hidden", shown.length < 2);
  if (shown.length > 1) draw(at("chart"), shown, say("chart", {games: played}));
  at("mean").textContent = say(average ? "mean" : "few", {wins, games: played, ...Object.fromEntries(Object.entries(average ?? {}).map(([name, value]) => [name, number.format(value)]))});
}

function show() {
  at("none").hidden = games.length > 0;
  at("some").hidden = at("export").hidden = at("clear").hidden = !games.length;
  at("unread").hidden = !unread;
  at("undo").hidden = !before;
  // The game played most comes first.
  const chosen = at("which").value, played = Map.groupBy(games, kind);
  const kinds = [...played.keys()].sort((one, other) => played.get(other).length - played.get(one).length);
  render(kinds.map((game) => html`<option value=${game}>${title(played.get(game)[0])}</option>`), at("which"));
  if (kinds.includes(chosen)) at("which").value = chosen;
  if (games.length) chart();
  // All are folded again: another game may be where one was open.
  const list = document.createDocumentFragment();
  render(games.map(item), list);
  at("list").replaceChildren(list);
  at("note").textContent = unread ? say("unread") : "";
}

/** Draw the page from the browser's storage. */
function again() {
  try {
    ({games, unread} = read());
  } catch {
    at("note").textContent = say("unkept");
    return;
  }
  show();
  at("all").hidden = false;
  help(games, {say, counted, number, themes});
}

function keep(next, text) {
  try {
    write(next);
  } catch {
    at("note").textContent = say("unkept");
    return;
  }
  again();
  at("say").textContent = text;
}

function drop(next) {
  before = games;
  keep(next, say("forgotten"));
  at("undo").focus();
}

function save(text, name) {
  saveFile(new File([text], name, {type: "application/json"}));
  at("say").textContent = say("saved", {file: name});
}

async function add(file) {
  const {games: imported} = await file.text().then((text) => sorted(JSON.parse(text).games)).catch(() => sorted(null));
  if (!imported.length) { at("say").textContent = say("badFile"); return; }
  const next = sorted([...imported, ...games]).games, had = new Set(games.map(({id}) => id));
  keep(next, counted("added", next.filter(({id}) => !had.has(id)).length));
}

at("which").addEventListener("change", chart);
at("export").addEventListener("click", () => save(JSON.stringify({v: 1, games}), "sixth-games.json"));
at("unread").addEventListener("click", () => {
  const text = unread;
  forgetUnread();
  keep(games, "");
  save(text, "sixth-games-unread.json");
});
at("clear").addEventListener("click", () => { forgetUnread(); drop([]); });
at("undo").addEventListener("click", () => {
  const now = sorted([...before, ...games]).games;
  before = null;
  keep(now, say("back"));
  at("title").focus();
});
at("import").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", async () => {
  const [file] = at("file").files;
  if (file) await add(file);
  at("file").value = "";
});
// Another tab has saved or deleted a game.
addEventListener("storage", ({key}) => { if (isBook(key)) again(); });
again();
