// What is told beside the rows: the last turn, the coach and hints where the host allows them, and open hands. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { asks, legal } from "../derived.js";
import { deckSize, runs, unseen } from "../turn.js";
import { mark, turnOf } from "./elements.js";

/**
 * Return functions that draw these parts.
 * @param {Words} say
 */
export function told(say) {
  const { _, ngettext } = say.speak;

  /** @type {(state: Playing) => Drawn[]} */
  const story = (state) => say.story(state).map(({ text, seat }) => html`<li>${mark(state, seat)}${text}</li>`);

  /** @type {(state: Playing) => Drawn} */
  function last(state) {
    const lines = story(state), [title, more] = [_("Last turn"), _("What happened?")];
    return html`<section id="last" ?hidden=${!lines.length}><h2>${title}</h2><ul id="log">${lines}</ul><p><a id="what"
      href="/t/${state.id}/history">${more}</a></p></section>`;
  }

  // The value of the last turn, the form for advice, and the switch for values after each turn.
  /** @type {(state: Playing, acts: Acts) => Drawn} */
  function coach(state, acts) {
    const { view, id, rules } = state, turn = view.turn - 1, decides = asks(state) !== "back" && legal(state).length > 1;
    const ask = _("Ask the coach"), asking = _("How good was turn {turn}?", { turn });
    const form = () => html`<form class="actions" method="post" action="/t/${id}/coach"
      data-live>${turnOf(state)}<button>${ask}</button></form>`;
    return html`<div id="coach">${isTold(state) && turn > 0 ? worth(state, acts, turn, asking) : nothing}${
      decides && rules.play !== "flip" ? form() : nothing}${wish(state)}</div>`;
  }

  // Whether the viewer has switched on the values of their turns.
  /** @type {(state: State) => boolean} */
  const isTold = ({ seat, coached }) => coached.findLast(([each]) => each === seat)?.[1] ?? false;

  // The value of a turn, or of the round for turn 0, once a script has fetched it.
  /** @type {(state: Playing, acts: Acts, turn: number, asking: string) => Drawn} */
  function worth({ id, view: { round } }, acts, turn, asking) {
    const address = `/t/${id}/worth?round=${round}${turn ? `&turn=${turn}` : ""}`, told = acts.worth[address];
    return html`<p id="worth${round}-${turn}" class="worth" role="status">${told
      || html`<a data-worth href=${address}>${asking}</a>`}</p>`;
  }

  /** @type {(state: Playing) => Drawn} */
  function wish(state) {
    const on = isTold(state);
    const label = on ? _("Coach: stop rating my turns") : _("Coach: rate my turns");
    return asks(state) === "back" ? nothing : html`<form id="coached" class="actions" method="post" action="/t/${state.id}/coached"
      ><button>${label}</button></form>`;
  }

  // The cards seen so far, and how many unseen ones would come to each row.
  /** @type {(state: Playing, headed: number[]) => Drawn} */
  function seen(state, headed) {
    const { view, rules } = state, hidden = unseen(state), rest = new Set(hidden);
    const hand = new Set(view.hand), lying = new Set(view.rows.flat());
    const where = (/** @type {number} */ card) =>
      (hand.has(card) ? "hand" : lying.has(card) ? "row" : rest.has(card) ? "unseen" : "seen");
    const all = Array.from({ length: deckSize(rules, view.seats_in.length) }, (_each, at) => at + 1);
    const gone = runs(all.filter((card) => where(card) === "seen")), count = hidden.length;
    const dangers = headed.map((cards, at) => {
      const row = at + 1, room = Math.max(0, rules.row_limit - view.rows[at].length);
      const sentence = ngettext(
        "Row {row}: {count} unseen card would come here, room for {room}.",
        "Row {row}: {count} unseen cards would come here, room for {room}.", cards, { row, count: cards, room },
      );
      return html`<li>${sentence}</li>`;
    });
    const left = ngettext("{count} card not seen yet", "{count} cards not seen yet", count, { count });
    const key = [["hand", _("in your hand")], ["row", _("in a row")], ["seen", _("already played")]];
    const item = (/** @type {string} */ kind, /** @type {string | number} */ name) => html`<li data-where=${kind}>${name}</li>`;
    const played = _("Already played: {cards}.", { cards: gone });
    return html`<ul>${dangers}</ul><p>${left}<span class="only-read">: ${runs(hidden)}.</span></p>${gone
      ? html`<p class="only-read">${played}</p>` : nothing}<div aria-hidden="true"><ol class="deck-seen key">${key.map(([kind, name]) =>
      item(kind, name))}</ol><ol class="deck-seen">${all.map((card) => item(where(card), card))}</ol></div>`;
  }

  /** @type {(state: Playing, headed: number[] | null) => Drawn} */
  function helps(state, headed) {
    const title = state.rules.goal === "most" ? _("Cards seen so far, rows about to fill") : _("Cards seen so far, rows in danger");
    const inside = headed ? [html`<summary>${title}</summary>`, seen(state, headed)] : nothing;
    return html`<details id="helps" class="helps" ?hidden=${!headed}>${inside}</details>`;
  }

  // Open hands.
  /** @type {(state: Playing) => Drawn} */
  function hands(state) {
    const title = _("Everybody's hand");
    const open = state.view.open_hands.flatMap((cards, seat) => {
      const whose = state.seats[seat].sitter?.name ?? "";
      const sentence = _("{whose_hand}: {cards}", { whose_hand: whose, cards: cards.join(", ") });
      return cards.length ? [html`<li>${sentence}</li>`] : [];
    });
    return html`<section id="hands" ?hidden=${!open.length}><h2>${title}</h2><ul>${open}</ul></section>`;
  }

  return { story, last, isTold, worth, wish, coach, helps, hands };
}
