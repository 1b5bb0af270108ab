// The result of a game: the podium, what is worth a second look, and what comes next. Pure.
import { charts } from "./chart.js";

/** @typedef {import("./elements.js").Drawn} Drawn */
/** @typedef {import("../types.js").Playing} Playing */
/** @typedef {import("../types.js").Standing} Standing */

const STEPS = 3;

/**
 * Return functions that draw the result of a game, and the figures of its rounds.
 * @param {import("./elements.js").Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export function outcomes(say, page, shared) {
  const { around = () => [], linksAround = () => [], links = {} } = page, { html, nothing, mark, standings } = shared;
  const { _ } = say.speak, { chart, figures } = charts(say, page, shared);

  /** @type {(place: string, state: Playing) => [address: string, label: string][]} */
  const linksAt = (place, { id, game }) =>
    (links[place] ?? []).map(([address, label]) => [address.replace("{table}", id).replace("{game}", game ?? ""), label]);

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
  function next(state) {
    const { id, seat, host, daily, around: { ending }, view: { winners } } = state, another = _("Another game");
    const looks = winners.length && seat === null ? linksAt("ended-game", state) : [], rematch = ending?.rematch;
    const offer = rematch?.easier ? _("Play easier bots") : _("Play stronger bots");
    return [html`<p class="actions">${linksAround()}${looks.map(([address, label]) => html`<a class="button" href=${address}>${label}</a>`)}${
      seat !== null && seat === host && !daily ? html`<a class="button" href="/t/${id}/house">${another}</a>` : nothing}</p>`,
    rematch ? html`<form id="rematch" class="actions" method="post" action="/tables">${Object.entries(rematch.fields).map(([name, value]) =>
      html`<input type="hidden" name=${name} value=${value} autocomplete="off">`)}<button>${offer}</button></form>` : nothing];
  }

  /** @type {(state: Playing) => Drawn} */
  function outcome(state) {
    const { view: { winners, past }, game, around: { ending } } = state;
    const records = winners.length ? linksAt("table-record", state) : [];
    return html`<div id="outcome"><div class="own">${ending?.comfort ? html`<p class="comfort">${ending.comfort}</p>` : nothing}${winners.length
      ? podium(state, ending?.cheers ?? false) : nothing}${score(state)}${around("own-result")}${around("result")}${around("highlights")}${game && past.length ? next(state)
      : nothing}${around("again")}</div><div class="figures">${figures(state)}${records.map(([address, label]) =>
      html`<p><a href=${address} download>${label}</a></p>`)}</div></div>`;
  }

  return { outcome, chart, figures };
}
