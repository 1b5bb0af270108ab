// The list of saved games: open, begin and delete.
import {newId} from "./book.js";
import {html, render} from "../lit/lit-html.js";
import {putAside} from "./entry.js";
import {and, at, attempt, counted, say} from "./page.js";
import {change, fresh, game, games, onShow, openId, put, shownGame} from "./state.js";

onShow(() => {
  at("games").hidden = !!shownGame();
  render([...games()].reverse().map(([id, {name, players, rounds}]) => html`<li class="side"><button type="button" id="open-${id}"
    aria-current=${id === openId()} aria-label=${say("open", {game: name})} @click=${() => open(id)}><b>${name}</b> <small>${and(players)} · ${
    counted("rounds", rounds.length)}</small></button><button type="button" id="delete-${id}" aria-label=${say("delete", {game: name})}
    @click=${() => drop(id)}>×</button></li>`), at("list"));
});

const begin = () => attempt(() => {
  putAside();
  const next = fresh(game().players);
  put(next, say("opened", {game: next.name}), {id: newId()});
  at("title").focus();
});
at("begin").addEventListener("click", begin);
at("again").addEventListener("click", begin);

function open(id) {
  putAside();
  const each = games().get(id);
  change({open: id, id, game: each}, say("opened", {game: each.name}));
  at("title").focus();
}

function drop(id) {
  const {name} = games().get(id), left = [...games().keys()].filter((each) => each !== id);
  if (id === openId()) putAside();
  change({open: id === openId() ? left.at(-1) ?? null : openId(), id, game: null}, say("deleted", {game: name}));
  at("undo").focus();
}
