// What lies between the rows and the hand: the cards of the turn, why a row was taken, and the card in question. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { asks } from "../derived.js";
import { mayKeep, played, slots } from "../turn.js";
import { atLeast, mark } from "./elements.js";

/**
 * Return a function that draws it, each card in its place.
 * @param {Words} say
 * @param {ReturnType<typeof import("./elements.js").cards>} cards
 */
export function stage(say, { named }) {
  const { _ } = say.speak;

  /** @type {(state: State, card: number, seat: number, row: number, count: number | null) => Drawn} */
  function was(state, card, seat, row, count) {
    const head = count ? html`+${count}<i class="heads n1"></i>` : `→${row + 1}`;
    const label = count ? say.headsText(count) : _("Row {number}", { number: row + 1 });
    return html`<span class="was" id="was${card}"><b>${card}</b><i aria-hidden="true">${head}</i><span
      class="only-read">, ${label}</span>${mark(state, seat)}</span>`;
  }

  /** @type {(state: Playing, played: Played, name: string) => Drawn} */
  function playedItem(state, { card, seat, row, heads: count }, name) {
    const kinds = row === null ? "" : count ? " laid cost" : " laid";
    const inside = row === null ? named(state, card, "", seat) : was(state, card, seat, row, count);
    return html`<li class="played${kinds}" id="played${card}">${inside}<small><bdi>${name}</bdi></small></li>`;
  }

  // The card in question, and what may be done with it.
  /** @type {(state: Playing, acts: Acts) => Drawn} */
  function lift(state, acts) {
    const { lifted, kept } = acts, aim = aimOf(acts), choosing = asks(state) === "choose", card = lifted;
    const keptText = kept ? _("{card} is kept for the next turn.", { card: kept.card }) : "";
    const play = state.view.chosen ? _("Play {card} instead", { card }) : _("Play {card}", { card });
    const keep = _("Keep {card} for the next turn", { card }), back = _("Put it back");
    return html`<div id="lift" ?hidden=${!aim && !kept}><p id="where">${aim ? say.where(state, aim) : keptText}</p><div><button
      type="button" id="play" class="main" ?hidden=${!lifted || !choosing}>${play}</button><button type="button" id="keep"
      ?hidden=${!mayKeep(state, lifted)}>${keep}</button><button type="button" id="unlift" ?hidden=${!lifted && !kept}
      >${back}</button></div></div>`;
  }

  /** @type {(scene: Scene & {state: Playing}) => Drawn} */
  return function draw({ state, reason, acts, skip }) {
    const shown = played(state), names = say.namesOf(state), label = _("Cards of this turn"), over = _("Skip");
    const items = shown.map((each) => playedItem(state, each, names[each.seat]));
    return html`<div class="stage" id="stage"><ol
      class="line${state.view.pending.length ? " pending" : ""}${atLeast(shown.length)}" id="line" aria-label=${label}
      >${items}</ol><p class="why" id="why">${say.why(reason)}</p><button type="button" id="skip" ?hidden=${!skip}
      data-idle=${skip === "idle" ? "" : nothing}>${over}</button>${slots(state).length ? lift(state, acts) : nothing}</div>`;
  };
}

// Return the card in question: that at the pointer or the focus, else the lifted one. A card that was just kept has no
// preview this turn, unless it is lifted again.
/** @type {(acts: Acts) => number} */
export function aimOf({ pointer, focus, lifted, kept }) {
  const near = pointer || focus || lifted;
  return near === kept?.card && near !== lifted ? 0 : near;
}
