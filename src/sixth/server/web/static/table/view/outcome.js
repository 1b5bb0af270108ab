// The result of a round and of a game, what is worth a second look, and what comes next. Pure.
import { charts } from "./chart.js";

const STEPS = 3;
// Milliseconds until the next round and the next game begin by themselves, where there is a clock.
const NEXT_ROUND = 30000, NEXT_GAME = 60000;

/**
 * Return functions that draw both results, the figures of rounds, and the next steps.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export function outcomes(say, page, shared) {
  const { screen = false, deals = "", around = () => [], linksAround = () => [] } = page;
  const { html, nothing, asks, atLeast, input, isOver, mark, standings, status } = shared;
  const { _ } = say.speak, { chart, figures, botMark } = charts(say, shared), { timer } = shared.clocks(say), { isTold, worth, wish } = shared.told(say);

  // -------------------------------------------------------------- a game

  /** @type {(state: Playing, seat: number) => Drawn} */
  const who = (state, seat) => html`<span class="who">${mark(state, seat)}<bdi>${say.label(state, seat).name}</bdi>${botMark(state, seat)}</span>`;

  /** @type {(state: Playing, cheers: boolean) => Drawn} */
  function podium(state, cheers) {
    const order = standings(state), own = order.slice(STEPS).find(({ seat }) => seat === state.seat);
    const steps = order.slice(0, STEPS).map(({ seat, place, total }, at) => html`<div class="m${state.marks[seat]} p${at + 1}${place === 1 ? " first" : ""}${
      seat === state.seat ? " you" : ""}">${who(state, seat)}<b>${total}</b><span class="step">${place}</span></div>`);
    return html`<div class="podium${cheers ? " cheers" : ""}" aria-hidden="true">${steps}${own ? html`<p class="below m${state.marks[own.seat]}"><b>${
      own.place}</b> ${who(state, own.seat)} <b>${own.total}</b></p>` : nothing}</div>`;
  }

  // The games won at this table.
  /** @type {(state: Playing) => Drawn} */
  function score(state) {
    const won = _("Games won:"), all = state.around.ending?.score ?? [];
    return all.length ? html`<p class="score-so-far">${won} ${all.map(([seat, games], at) => html`${at ? " – " : ""}<span>${mark(state, seat)}<bdi>${
      say.namesOf(state)[seat]}</bdi>${botMark(state, seat)} <b>${games}</b></span>`)}</p>` : nothing;
  }

  // On a big screen: everybody's heads as bars, and the chart of totals.
  /** @type {(state: Playing) => Drawn} */
  function wall(state) {
    const lines = standings(state).map((each) => standing(state, each));
    return html`<div id="outcome"><ol class="standings${atLeast(lines.length)}">${lines}</ol><div class="figures">${chart(state)}</div></div>`;
  }

  /** @type {(state: Playing) => Drawn} */
  function outcome(state) {
    if (screen) return wall(state);
    const { view: { winners, past }, game, around: { ending } } = state;
    return html`<div id="outcome"><div class="own">${ending?.comfort ? html`<p class="comfort">${ending.comfort}</p>` : nothing}${winners.length
      ? podium(state, ending?.cheers ?? false) : nothing}${score(state)}${around("own-result")}${around("result")}${around("highlights")}${game && past.length
      ? html`<p class="actions">${linksAround()}</p>` : nothing}${around("again")}</div><div class="figures">${figures(state)}${around("record")}</div></div>`;
  }

  // -------------------------------------------------------------- a round

  // A sheet over the board, which can be folded.
  /** @type {(state: Playing, acts: Acts, now: number) => Drawn} */
  function sheet(state, acts, now) {
    const { view, rules, seat, config } = state, goal = rules.end.limit, [by, round] = [_("Round by round"), view.round];
    const title = _("Result of round {round}", { round }), end = goal === undefined ? "" : rules.end.kind === "score" ? _("to {count}", { count: goal }) : _("out over {count}", { count: goal });
    const luck = () => (isTold(state) ? worth(state, acts, 0, _("How much of this round was luck?")) : wish(state));
    const lines = standings(state).map((each) => standing(state, each));
    const rounds = () => html`<details id="rounds"><summary>${by}</summary><div id="rounds-told">${figures(state)}</div></details>`;
    return html`<section class="sheet ended felt" id="sheet" aria-label=${title}><details class="fold" open><summary>${title}${end
      ? html` <small>${end}</small>` : nothing}</summary><p class="story">${say.dearest(state)}</p>${config.helps && seat !== null && !page.coachless
      ? luck() : nothing}<ol class="standings${atLeast(lines.length)}">${lines}</ol>${screen ? nothing
      : rounds()}</details>${onward(state, now)}</section>`;
  }

  // The standing of a seat: a bar that runs to the end of the game, with the last round's heads in a lighter part.
  /** @type {(state: Playing, standing: Standing) => Drawn} */
  function standing(state, { seat, place, total, lately, rounds, before, added }) {
    const { view, seat: me } = state, is = status(state, seat) === "out", { name, marked } = say.label(state, seat), word = _("you");
    return html`<li class="m${state.marks[seat]}${seat === me ? " you" : ""}${is ? " out" : ""}${view.winners.includes(seat) ? " won" : ""}"><span class="place">${place}</span><span
      class="who">${mark(state, seat)}<bdi>${name}</bdi>${marked ? html` <small>(${word})</small>` : botMark(state, seat)}${is
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
    if (screen && isOver(view) && all) return html`<p>${_("Play again on your phone")}</p>`;
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

  return { outcome, sheet, onward, chart, figures };
}
