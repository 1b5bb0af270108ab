// The end of a turn or a round, the next steps, and the clocks. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { asks, legal } from "../derived.js";
import { isOver, standings, status, timeLeft } from "../turn.js";
import { atLeast, input, mark, turnOf } from "./elements.js";

// Milliseconds until the next round and the next game begin by themselves, where there is a clock.
const NEXT_ROUND = 30000, NEXT_GAME = 60000;
// A clock with so many milliseconds left looks like it.
const SHORT = 10000;

/**
 * Return functions that draw these parts for a viewer, or for a big `screen`; `deals` is the address of the results of a
 * `{day}`, "" where the site has none.
 * @param {Words} say
 * @param {{screen: boolean, deals: string, apart: () => import("./table.js").Apart | null}} page
 */
export function results(say, { screen, deals, apart }) {
  const { _ } = say.speak;

  // -------------------------------------------------------------- the coach and the clock

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

  // A clock of the milliseconds left, those of the reserve among them, and those of a whole turn and reserve.
  /** @type {(left: number, bank: number, turn: number, most: number) => Drawn} */
  function timer(left, bank, turn, most) {
    const reserve = _("reserve"), last = left <= bank, time = say.time(Math.ceil((last ? left : left - bank) / 1000));
    return html`<b class="left${left <= SHORT ? " short" : ""}"><span>${time}</span> <progress max="1" value=${last ? left / (most || 1)
      : (left - bank) / turn} aria-hidden="true"></progress>${most ? html` <small ?hidden=${!last}>${reserve}</small>` : nothing}</b>`;
  }

  // -------------------------------------------------------------- the result of a round

  // A sheet over the board, which can be folded.
  /** @type {(state: Playing, acts: Acts, now: number) => Drawn} */
  function opened(state, acts, now) {
    const { view, rules, seat, config } = state, goal = rules.end.limit, [by, round] = [_("Round by round"), view.round];
    const title = _("Result of round {round}", { round }), end = goal === undefined ? "" : _("to {count}", { count: goal });
    const luck = () => (isTold(state) ? worth(state, acts, 0, _("How much of this round was luck?")) : wish(state));
    const lines = standings(state).map((each) => standing(state, each));
    const rounds = () => html`<details id="rounds"><summary>${by}</summary><div id="rounds-told">${apart()?.figures(state)
      ?? nothing}</div></details>`;
    return html`<section class="sheet ended felt" id="sheet" aria-label=${title}><details class="fold" open><summary>${title}${end
      ? html` <small>${end}</small>` : nothing}</summary><p class="story">${say.dearest(state)}</p>${config.helps && seat !== null
      ? luck() : nothing}<ol class="standings${atLeast(lines.length)}">${lines}</ol>${screen ? nothing
      : rounds()}</details>${onward(state, now)}</section>`;
  }

  /** @type {(state: Playing, acts: Acts, now: number) => Drawn} */
  const sheet = (state, acts, now) =>
    (state.between_rounds ? opened(state, acts, now) : html`<section class="sheet" id="sheet" hidden></section>`);

  // The standing of a seat: a bar that runs to the end of the game, with the last round's heads in a lighter part.
  /** @type {(state: Playing, standing: Standing) => Drawn} */
  function standing(state, { seat, place, total, lately, rounds, before, added }) {
    const { view, seat: me } = state, is = status(state, seat) === "out", { name, marked } = say.label(state, seat), word = _("you");
    return html`<li class="m${seat}${seat === me ? " you" : ""}${is ? " out" : ""}"><span class="place">${place}</span><span
      class="who">${mark(seat)}<bdi>${name}</bdi>${marked ? html` <small>(${word})</small>` : nothing}${is
      ? html` <small>${say.doing(state, seat)}</small>` : nothing}</span><svg class="race" viewBox="0 0 100 1"
      preserveAspectRatio="none" aria-hidden="true"><rect width=${before} height="1"/><rect class="added" x=${before}
      width=${added} height="1"/></svg><span class="lately">${rounds === view.past.length ? `+${lately}` : ""}</span><span
      class="sum"><b aria-hidden="true">${total}</b><span class="only-read">${say.headsText(total)}</span></span></li>`;
  }

  // -------------------------------------------------------------- what comes next

  /** @type {(state: Playing, asked: "next" | "again", ready: Drawn, many: boolean) => Drawn} */
  function goOn(state, asked, ready, many) {
    const { view, id, games } = state, next = asked === "next";
    const word = next ? (many ? _("Ready") : _("Next round")) : _("Play again");
    return html`<form id=${asked} method="post" action="/t/${id}/${next ? "next" : "begin"}">${input("game", games + (next ? 0 : 1))}${next
      ? input("round", view.round + 1) : input("bots", "mixed")}<button class="main">${word}${ready}</button></form>`;
  }

  /** @type {(state: Playing) => Drawn} */
  function toTheEnd({ id }) {
    const end = _("To the end");
    return html`<form id="play-out" method="post" action="/t/${id}/play-out"><button>${end}</button></form>`;
  }

  /** @type {(state: Playing) => Drawn} */
  function next(state) {
    const { view, seat, seats, waited_for: company, daily } = state, asked = asks(state), all = company.length, many = all > 1;
    const count = company.filter((each) => seats[each].ready).length, how = `${count}/${all}`;
    const label = _("{count} of {all} ready", { count, all });
    if (asked === "next" || asked === "again") {
      const shown = many ? html` <span aria-hidden="true">${how}</span><span class="only-read">, ${label}</span>` : nothing;
      const alone = asked === "next" && all === 1 && seat !== null && !view.seats_in.includes(seat);
      return [goOn(state, asked, shown, many), alone ? toTheEnd(state) : nothing];
    }
    if (deals && daily && isOver(view) && seat !== null) {
      const fared = state.practice ? _("How the others did") : _("See your rank");
      return html`<a class="button main" id="fared" href=${deals.replace("{day}", daily)}>${fared}</a>`;
    }
    return many ? html`<b class="who-is-ready"><span aria-hidden="true">✓ ${how}</span><span class="only-read">${label}</span></b>` : nothing;
  }

  // The part after a result: the players still awaited, and the time until the next round or game.
  /** @type {(state: Playing, now: number) => Drawn} */
  function onward(state, now) {
    const { view, seat, clock, config } = state, late = say.ready(state), pause = clock?.pause ?? null, talk = _("Chat");
    const whole = isOver(view) ? NEXT_GAME : Math.max(NEXT_ROUND, config.turn_seconds * 1000), begins = _("Starts by itself in:");
    return html`<div class="onward" id="onward">${next(state)}${seat !== null && state.around.talks
      ? html`<a class="button quick" href="#talk">${talk}</a>` : nothing}${late ? html`<p>${late}</p>` : nothing}${pause === null
      ? nothing : html`<p id="pause" role="timer" aria-label=${begins}>${begins} ${timer(Math.max(0, pause - now), 0, whole, 0)}</p>`}</div>`;
  }

  // -------------------------------------------------------------- clocks

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

  return { times, clock, coach, sheet, onward };
}
