// The setup of a game: players and rules.
import {html, render} from "../lit/lit-html.js";
import {inputs} from "./entry.js";
import {clean, cleanName, MOST, Refused, standing} from "./game.js";
import {at, attempt, HEADS, say, tell} from "./page.js";
import {game, onShow, put, shownGame} from "./state.js";
import {standingText} from "./telling.js";

onShow((now) => {
  at("setup").hidden = !!shownGame();
  render(now.players.map((name, seat) => html`<li class="side"><input id="name-${seat}" aria-label=${say("playerName", {number: seat + 1})}
    @change=${({target}) => rename(seat, target)}><button type="button" id="out-${seat}" aria-label=${say("remove", {name})}
    @click=${() => remove(seat)}>×</button></li>`), at("players"));
  now.players.forEach((name, seat) => Object.assign(at(`name-${seat}`), {value: name, ariaInvalid: null}));
  const rules = at("rules").elements;
  rules.name.value = now.name;
  rules.end.value = now.end.kind;
  rules.heads.value = now.heads;
  rules.count.value = now.end.count;
  rules.count.labels[0].textContent = say(now.end.kind === "rounds" ? "count" : "limit");
});

at("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const now = game(), input = at("new");
  attempt(() => {
    const name = cleanName(input.value, now.players);
    if (now.players.length >= MOST.players) throw new Refused("tooManyPlayers", {most: MOST.players});
    input.value = "";
    put({...now, players: [...now.players, name], rounds: now.rounds.map((round) => [...round, null])}, say("added", {name}));
  }, input);
});

const rename = (seat, input) => attempt(() => {
  const now = game();
  const name = cleanName(input.value, now.players.toSpliced(seat, 1));
  if (name !== now.players[seat]) put({...now, players: now.players.with(seat, name)}, "");
}, input);

function remove(seat) {
  const now = game(), name = now.players[seat];
  // Names typed for other players stay with them.
  const typed = inputs().map((input) => input.value).toSpliced(seat, 1);
  inputs().forEach((input, place) => { input.value = typed[place] ?? ""; });
  put({...now, players: now.players.toSpliced(seat, 1), rounds: now.rounds.map((round) => round.toSpliced(seat, 1))}, say("removed", {name}));
}

at("rules").addEventListener("submit", (event) => event.preventDefault());
at("rules").addEventListener("change", ({target}) => {
  const now = game(), rules = at("rules").elements;
  const done = attempt(() => {
    const count = Number(rules.count.value);
    if (!/^\s*\d{1,9}\s*$/.test(rules.count.value) || count < 1 || count > MOST.count) throw new Refused("notCount", {most: MOST.count});
    const kind = rules.end.value;
    // Another kind of end counts something else.
    const counts = (each) => each === "rounds" ? 4 : 66;
    const end = {kind, count: target.name === "end" && counts(kind) !== counts(now.end.kind) ? counts(kind) : count};
    const name = [...clean(rules.name.value)].slice(0, MOST.title).join("") || now.name;
    put({...now, name: clean(name), end, heads: rules.heads.value}, "");
  }, target);
  if (done) tell(standingText(game(), standing(game(), HEADS)), true);
});
