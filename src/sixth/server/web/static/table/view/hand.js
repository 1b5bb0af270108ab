// What the viewer acts with: the hand, the open deck, and the forms of a turn. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { asks, heads } from "../derived.js";
import { isOver, slots } from "../turn.js";
import { atLeast, turnOf } from "./elements.js";

/**
 * Return functions that draw these parts.
 * @param {Words} say
 * @param {ReturnType<typeof import("./elements.js").cards>} cards
 */
export function hands(say, { face, named }) {
  const { _, ngettext } = say.speak;

  const gap = (/** @type {number} */ card) => html`<span class="gap" id="h${card}" aria-hidden="true"></span>`;

  /** @type {(state: Playing, acts: Acts, card: number, first: boolean) => Drawn} */
  function handCard(state, { lifted, kept, brief, dragged }, card, first) {
    const keeps = kept?.card === card, drags = dragged?.card === card ? dragged : null;
    const about = `${keeps ? "kept-about" : ""}${keeps && !brief ? " " : ""}${brief ? "" : `w${card}`}`;
    return html`<button id="h${card}" class="card h${heads(state.rules, card)} c${card}${drags ? " dragged" : ""}" name="card"
      value=${card} aria-pressed=${card === state.view.chosen ? "true" : nothing} data-focus=${first ? "" : nothing}
      aria-current=${card === lifted ? "true" : nothing} data-tag=${keeps ? _("next") : nothing}
      aria-disabled=${asks(state) === "choose" ? nothing : "true"} aria-describedby=${about || nothing}
      .style=${drags ? `translate: ${drags.x}px ${drags.y}px` : ""}>${face(state, card)}</button>`;
  }

  /** @type {(state: Playing, acts: Acts, choosing: boolean) => Drawn} */
  function hand(state, acts, choosing) {
    const lying = slots(state), first = choosing ? lying.find(([, is]) => is)?.[0] : null, title = _("Your hand");
    const cards = lying.map(([card, is]) => (is ? handCard(state, acts, card, card === first) : gap(card)));
    return html`<h2 class=${state.view.open_deck.length ? nothing : "only-read"}>${title}</h2><form id="hand"
      class=${atLeast(lying.length)} method="post" action="/t/${state.id}/choose">${turnOf(state)}${cards}</form>`;
  }

  /** @type {(state: Playing) => Drawn} */
  function flip(state) {
    const turn = _("Turn over your top card");
    return html`<form id="flip" class="actions" method="post" action="/t/${state.id}/flip">${turnOf(state)}<button class="main"
      data-focus>${turn}</button></form>`;
  }

  /** @type {(count: number) => Drawn} */
  function pile(count) {
    const left = ngettext("{count} card in your pile", "{count} cards in your pile", count, { count });
    return html`<p class="pile"><span class="back" aria-hidden="true"></span> ${left}</p>`;
  }

  /** @type {(state: Playing, acts: Acts) => Drawn} */
  function held(state, acts) {
    const { view, seat, rules } = state, asked = asks(state);
    const holds = asked === "choose" || slots(state).length > 0, piled = rules.play === "flip" && seat !== null && !isOver(view);
    return html`<div id="held">${holds ? hand(state, acts, asked === "choose") : nothing}${asked === "flip" ? flip(state)
      : nothing}${piled ? pile(view.counts[seat]) : nothing}</div>`;
  }

  // Where each card of the hand would go, in words.
  /** @type {(state: Playing) => Drawn} */
  function aims(state) {
    const lines = slots(state).filter(([, is]) => is).map(([card]) => html`<span id="w${card}">${say.where(state, card)}</span>`);
    return html`<div id="aims" hidden>${lines}</div>`;
  }

  /** @type {(state: Playing) => Drawn} */
  function toTake(state) {
    const form = () => html`<form id="take" method="post" action="/t/${state.id}/take">${turnOf(state)}</form>`;
    return html`<div id="to-take">${["take", "side"].includes(asks(state)) ? form() : nothing}</div>`;
  }

  // -------------------------------------------------------------- the open deck

  // A card of the open deck, and the gaps before it: every card keeps its place when other cards are taken.
  /** @type {(state: Playing, acts: Acts, picks: boolean) => (card: number, at: number) => Drawn} */
  const lain = (state, { picked }, picks) => (card, at) => {
    const before = at ? state.view.open_deck[at - 1] : 0;
    const gone = Array.from({ length: card - 1 - before }, () => html`<span class="gap" aria-hidden="true"></span>`);
    const kind = `card h${heads(state.rules, card)}`;
    if (!picks) return [gone, html`<span class=${kind}>${face(state, card)}</span>`];
    return [gone, html`<button id="p${card}" class=${kind} name="card" value=${card} data-focus=${at ? nothing : ""}
      aria-current=${card === picked ? "true" : nothing} data-tag=${card === picked ? _("Take") : nothing}
      >${face(state, card)}</button>`];
  };

  /** @type {(state: Playing, acts: Acts) => Drawn} */
  function deck(state, acts) {
    const { open_deck: cards } = state.view, picks = asks(state) === "pick", title = _("Open deck");
    if (!cards.length) return html`<div id="open-deck"></div>`;
    const lying = cards.map(lain(state, acts, picks));
    const inside = picks
      ? html`<form id="pick" class="deck" method="post" action="/t/${state.id}/pick">${turnOf(state)}${lying}</form>`
      : html`<div class="deck">${lying}</div>`;
    return html`<div id="open-deck"><h2>${title}</h2>${inside}</div>`;
  }

  return { held, aims, toTake, deck, named };
}
