// The result of a game: the podium, what is worth a second look, and what comes next. Pure.
import { charts } from "./chart.js";

const STEPS = 3;

/**
 * Return functions that draw the result of a game, and the figures of its rounds.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export function outcomes(say, page, shared) {
  const { around = () => [], linksAround = () => [] } = page, { html, nothing, mark, standings } = shared;
  const { _ } = say.speak, { chart, figures } = charts(say, shared);

  /** @type {(state: Playing, seat: number) => Drawn} */
  const who = (state, seat) => html`<span class="who">${mark(seat)}<bdi>${say.label(state, seat).name}</bdi></span>`;

  /** @type {(state: Playing, cheers: boolean) => Drawn} */
  function podium(state, cheers) {
    const order = standings(state), own = order.slice(STEPS).find(({ seat }) => seat === state.seat);
    const steps = order.slice(0, STEPS).map(({ seat, place, total }, at) => html`<div class="m${seat} p${at + 1}${place === 1 ? " first" : ""}${
      seat === state.seat ? " you" : ""}">${who(state, seat)}<b>${total}</b><span class="step">${place}</span></div>`);
    return html`<div class="podium${cheers ? " cheers" : ""}" aria-hidden="true">${steps}${own ? html`<p class="below m${own.seat}"><b>${
      own.place}</b> ${who(state, own.seat)} <b>${own.total}</b></p>` : nothing}</div>`;
  }

  // The games won at this table.
  /** @type {(state: Playing) => Drawn} */
  function score(state) {
    const won = _("Games won:"), all = state.around.ending?.score ?? [];
    return all.length ? html`<p class="score-so-far">${won} ${all.map(([seat, games], at) => html`${at ? " – " : ""}<span>${mark(seat)}<bdi>${
      say.namesOf(state)[seat]}</bdi> <b>${games}</b></span>`)}</p>` : nothing;
  }

  /** @type {(state: Playing) => Drawn} */
  function outcome(state) {
    const { view: { winners, past }, game, around: { ending } } = state;
    return html`<div id="outcome"><div class="own">${ending?.comfort ? html`<p class="comfort">${ending.comfort}</p>` : nothing}${winners.length
      ? podium(state, ending?.cheers ?? false) : nothing}${score(state)}${around("own-result")}${around("result")}${around("highlights")}${game && past.length
      ? html`<p class="actions">${linksAround()}</p>` : nothing}${around("again")}</div><div class="figures">${figures(state)}${around("record")}</div></div>`;
  }

  return { outcome, chart, figures };
}
