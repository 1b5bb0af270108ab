// The list of saved games: open, begin and delete.
import {newId} from "./book.js";
import {fill, h} from "./elements.js";
import {putAside} from "./entry.js";
import {and, at, attempt, counted, say} from "./page.js";
import {change, fresh, game, games, onShow, openId, put, shownGame} from "./state.js";

onShow(() => {
  at("games").hidden = !!shownGame();
  // Elements are reused for other games, with their listeners, so a listener asks its button for the game.
  fill(at("list"), ...[...games()].reverse().map(([id, each]) => h("li", {class: "side"},
    h("button", {type: "button", id: `open-${id}`, "data-id": id, "aria-current": String(id === openId()), "aria-label": say("open", {game: each.name}), onclick: (event) => open(event.currentTarget.dataset.id)},
      h("b", {}, each.name), " ", h("small", {}, `${and(each.players)} · ${counted("rounds", each.rounds.length)}`)),
    h("button", {type: "button", id: `delete-${id}`, "data-id": id, "aria-label": say("delete", {game: each.name}), onclick: (event) => drop(event.currentTarget.dataset.id)}, "×"))));
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
