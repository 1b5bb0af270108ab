// The form for a new round, or for a change of an earlier one.
import {html, render} from "../lit/lit-html.js";
import {checkRound, entryOf, MOST, plays, Refused, standing} from "./game.js";
import {and, at, attempt, HEADS, say} from "./page.js";
import {pick} from "./picking.js";
import {game, onShow, put, show, shownGame} from "./state.js";
import {countedText, entryText, headsText, standingText} from "./telling.js";

let editing = null; // the round that is changed, or null for the next

export const inputs = () => [...at("lines").querySelectorAll("input")];
const inputsInSight = () => inputs().filter((input) => input.checkVisibility());

/** Discard the typed values, and stop editing a round. */
export function putAside() {
  editing = null;
  for (const input of inputs()) Object.assign(input, {value: "", ariaInvalid: null});
}

onShow((now, stands) => {
  if (editing !== null && editing >= now.rounds.length) editing = null;
  const number = (editing ?? now.rounds.length) + 1;
  at("entry").hidden = !!shownGame() || now.players.length < 2 || (editing === null && stands.over);
  at("after").hidden = !!shownGame() || !stands.over || editing !== null;
  at("which").textContent = say(editing === null ? "round" : "roundChanged", {round: number});
  at("write").textContent = say("writeDown", {round: number});
  at("cancel").hidden = at("drop").hidden = editing === null;
  render(now.players.map((name, seat) => line(now, stands, name, seat)), at("lines"));
  for (const input of inputs()) count(input);
});

const touch = matchMedia("(pointer: coarse)");

/** On a phone Enter leads to the next player who has no heads yet, as its number pad has no Tab. */
function next(event) {
  const all = inputsInSight(), following = all.slice(all.indexOf(event.target) + 1).find(({value}) => !value.trim());
  if (event.key !== "Enter" || !touch.matches || !following) return;
  event.preventDefault();
  following.focus();
}

function line(now, stands, name, seat) {
  const id = `in-${seat}`;
  const typed = ({target}) => { target.removeAttribute("aria-invalid"); count(target); };
  return html`<li ?hidden=${!plays(stands, seat, editing ?? now.rounds.length)}><label for=${id} class="name">${name}</label><small
    class="sum">${headsText(stands.totals[seat])}</small><input id=${id} inputmode="decimal" enterkeyhint="next" maxlength="400" aria-describedby="hint"
    aria-label=${say("entry", {name})} @input=${typed} @keydown=${next}><button type="button" id="pick-${seat}" aria-label=${say("pick", {name})}
    @click=${() => pick(seat, inputs(), count)}>${say("pickCards")}</button><output for=${id}></output></li>`;
}

/** Show beside the field how many heads its cards have. */
function count(input) {
  let text = "";
  try { text = countedText(game(), entryOf(input.value)); } catch { /* the error is shown when the round is entered */ }
  input.parentElement.querySelector("output").textContent = text;
}

at("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const now = game(), stands = standing(now, HEADS), number = editing ?? now.rounds.length;
  const typing = document.activeElement?.matches("#lines input");
  const fields = inputs(), round = [];
  for (const [seat, input] of fields.entries()) {
    if (!plays(stands, seat, number)) round.push(null);
    else if (!attempt(() => { round.push(entryOf(input.value)); }, input)) return;
  }
  const written = attempt(() => {
    if (fields.every((input) => !input.value.trim())) throw new Refused("nothing");
    checkRound(round, now.players);
    const rounds = now.rounds.toSpliced(number, 1, round);
    if (rounds.length > MOST.rounds) throw new Refused("tooManyRounds", {most: MOST.rounds});
    const was = editing;
    putAside();
    write({...now, rounds}, number + 1);
    if (was !== null) at(`round-${was}`).focus();
  }, typing ? document.activeElement : fields.find((input) => input.checkVisibility()));
  // After typing, the focus stays in the form; after a tap the player wants to see the standing.
  if (written && typing && editing === null && at("entry").checkVisibility()) inputsInSight()[0]?.focus();
});

function write(next, round) {
  const stands = standing(next, HEADS);
  const totals = and(next.players.map((name, seat) => say("total", {name, heads: headsText(stands.totals[seat])})));
  put(next, [say("written", {round}), say("totals", {totals}), standingText(next, stands)].join(" "), {heard: true});
}

/** Edit an earlier round. */
export function edit(index) {
  editing = index;
  show();
  const round = game().rounds[index];
  inputs().forEach((input, seat) => {
    input.value = entryText(round[seat]);
    count(input);
  });
  inputsInSight()[0]?.focus();
}

at("cancel").addEventListener("click", () => {
  const was = editing;
  putAside();
  show();
  at(`round-${was}`)?.focus();
});

at("drop").addEventListener("click", () => {
  const now = game(), number = editing;
  putAside();
  put({...now, rounds: now.rounds.toSpliced(number, 1)}, say("dropped", {round: number + 1}));
});
