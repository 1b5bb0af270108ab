// The clocks of a table. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { isOver, timeLeft } from "../turn.js";

// A clock with so many milliseconds left looks like it.
const SHORT = 10000;

/**
 * Return functions that draw these parts.
 * @param {Words} say
 */
export function clocks(say) {
  const { _ } = say.speak;

  // A clock of the milliseconds left, those of the reserve among them, and those of a whole turn and reserve.
  /** @type {(left: number, bank: number, turn: number, most: number) => Drawn} */
  function timer(left, bank, turn, most) {
    const reserve = _("reserve"), last = left <= bank, time = say.time(Math.ceil((last ? left : left - bank) / 1000));
    return html`<b class="left${left <= SHORT ? " short" : ""}"><span>${time}</span> <progress max="1" value=${last ? left / (most || 1)
      : (left - bank) / turn} aria-hidden="true"></progress>${most ? html` <small ?hidden=${!last}>${reserve}</small>` : nothing}</b>`;
  }

  // The clock of each seat; undefined where there is none at all.
  /** @type {(state: State, now: number) => (Drawn | undefined)[]} */
  function times(state, now) {
    const { view, clock, config, seats } = state;
    return seats.map((_each, seat) => {
      if (!view || !config.turn_seconds) return undefined;
      const left = timeLeft(state, seat, now);
      if (!clock || left === null) return nothing;
      return timer(left, Math.min(clock.banks[seat], left), config.turn_seconds * 1000, config.bank_seconds * 1000);
    });
  }

  /** @type {(state: Playing) => Drawn} */
  function moreTime(state) {
    const all = _("More time for everybody"), more = _("More time");
    return html`<form id="more" method="post" action="/t/${state.id}/more"><button aria-label=${all}>${more}</button></form>`;
  }

  // The viewer's own clock.
  /** @type {(own: Drawn) => Drawn} */
  function ownClock(own) {
    const label = _("Your time");
    return html`<p class="own" id="own-clock" role="timer" aria-label=${label}>${label} ${own}</p>`;
  }

  /** @type {(state: Playing, times: (Drawn | undefined)[]) => Drawn} */
  function clock(state, times) {
    const { view, clock, seat: me } = state, own = (me !== null && times[me]) || nothing, missed = say.missed(state);
    const runs = times.some((each) => each && each !== nothing), pauses = (state.between_rounds || isOver(view)) && clock?.pause;
    const may = clock && !clock.extended && me !== null && me === state.host && (pauses || runs);
    const pace = () => (isOver(view) ? nothing : html`<p>${state.around.pace}</p>`);
    return html`<div class="clock" id="clock">${own === nothing ? pace() : ownClock(own)}${may ? moreTime(state) : nothing}${missed
      ? html`<p class="missed">${missed}</p>` : nothing}</div>`;
  }

  return { timer, times, clock };
}
