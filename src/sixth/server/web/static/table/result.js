// The end of a turn or a round, the next steps, and the clocks, as HTML made of the state: pure.
import { atLeast, input, mark, text, turnOf } from "./html.js";
import { asks, awaited, legal } from "./state.js";
import { hasCompany, isOver, standings, status } from "./turn.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Playing} Playing */
/** @typedef {import("./view.js").Parts} Parts */

// Milliseconds until the next round and the next game begin by themselves, where there is a clock.
const NEXT_ROUND = 30000, NEXT_GAME = 60000;

/**
 * Return functions that draw these parts for a viewer, or for a big `screen`; `luck` is the address of a script,
 * and `deals` that of the results of a `{day}`, "" where the site has none.
 * @param {import("./view.js").Words} say
 * @param {string} luck
 * @param {boolean} screen
 * @param {string} deals
 */
export function results(say, luck, screen, deals) {
  const { _, ngettext } = say.speak;

  // -------------------------------------------------------------- the coach and the clock

  // The value of the last turn, the form for advice, and the switch for values after each turn.
  /** @type {(state: Playing) => string} */
  function coach(state) {
    const { view, id, rules } = state, turn = view.turn - 1, decides = asks(state) !== "back" && legal(state).length > 1;
    const asked = isTold(state) && turn > 0 ? worth(state, turn, _("How good was turn {turn}?", { turn })) : "";
    const ask = decides && rules.play !== "flip"
      ? `<form class="actions" method="post" action="/t/${id}/coach" data-live>`
        + `${turnOf(state)}<button>${_("Ask the coach")}</button></form>`
      : "";
    return `<div id="coach">${asked}${ask}${wish(state)}</div>`;
  }

  // Whether the viewer has switched on the values of their turns.
  /** @type {(state: State) => boolean} */
  const isTold = ({ seat, coached }) => coached.findLast(([each]) => each === seat)?.[1] ?? false;

  // The value of a turn, or of the round for turn 0; a script fetches it.
  /** @type {(state: Playing, turn: number, asking: string) => string} */
  function worth({ id, view: { round } }, turn, asking) {
    const which = `round=${round}${turn ? `&amp;turn=${turn}` : ""}`;
    return `<p id="worth${round}-${turn}" class="worth" role="status" data-keep><a data-worth data-by="${luck}"`
      + ` href="/t/${id}/worth?${which}">${asking}</a></p>`;
  }

  /** @type {(state: Playing) => string} */
  function wish(state) {
    const on = isTold(state);
    const label = on ? _("Coach: stop rating my turns") : _("Coach: rate my turns");
    return asks(state) === "back" ? "" : `<form id="coached" class="actions" method="post" action="/t/${state.id}/coached"`
      + ` data-live>${input("game", state.games)}<input type="hidden" name="wished" value="${!on}" autocomplete="off">`
      + `<button>${label}</button></form>`;
  }

  // The milliseconds left at `now`, those of the reserve, and those of a whole turn and reserve; a script runs the clock.
  /** @type {(now: number, left: number, bank: number, turn: number, most: number) => string} */
  function timeLeft(now, left, bank, turn, most) {
    const reserve = most ? ` <small${left <= bank ? "" : " hidden"}>${_("reserve")}</small>` : "";
    return `<b class="left" data-now="${now}" data-left="${left}" data-bank="${bank}" data-turn="${turn}" data-most="${most}">`
      + `<span></span> <progress max="1" value="0" aria-hidden="true"></progress>${reserve}</b>`;
  }

  // -------------------------------------------------------------- the result of a round

  // A sheet over the board, which can be folded.
  /** @type {(state: Playing, now: number) => string} */
  function sheet(state, now) {
    const { view, rules, id, seat, config } = state, goal = rules.end.limit;
    const title = _("Result of round {round}", { round: view.round });
    const end = goal === undefined ? "" : _("to {count}", { count: goal }), to = end && ` <small>${end}</small>`;
    let coached = "", rounds = "";
    if (config.helps && seat !== null) {
      coached = isTold(state) ? worth(state, 0, _("How much of this round was luck?")) : wish(state);
    }
    if (!screen) {
      rounds = `<details id="rounds"><summary>${_("Round by round")}</summary>`
        + `<div id="rounds-told" data-keep data-from="/t/${id}/rounds"></div></details>`;
    }
    const lines = standings(state).map((each) => standing(state, each));
    return `<section class="sheet ended felt" id="sheet" aria-label="${title}"><details class="fold" open>`
      + `<summary>${title}${to}</summary><p class="story">${text(say.dearest(state))}</p>${coached}`
      + `<ol class="standings${atLeast(lines.length)}">${lines.join("")}</ol>${rounds}</details>${onward(state, now)}</section>`;
  }

  // The standing of a seat: a bar that runs to the end of the game, with the last round's heads in a lighter part.
  /** @type {(state: Playing, standing: import("./turn.js").Standing) => string} */
  function standing(state, { seat, place, total, lately, rounds, before, added }) {
    const { view, seat: me } = state, is = status(state, seat) === "out", { name, marked } = say.label(state, seat);
    const you = marked ? ` <small>(${_("you")})</small>` : "", out = is ? ` <small>${say.doing(state, seat)}</small>` : "";
    return `<li class="m${seat}${seat === me ? " you" : ""}${out && " out"}"><span class="place">${place}</span>`
      + `<span class="who">${mark(seat)}<bdi>${text(name)}</bdi>${you}${out}</span>`
      + `<svg class="race" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${before}" height="1"/>`
      + `<rect class="added" x="${before}" width="${added}" height="1"/></svg>`
      + `<span class="lately">${rounds === view.past.length ? `+${lately}` : ""}</span>`
      + `<span class="sum"><b aria-hidden="true">${total}</b><span class="only-read">${say.headsText(total)}</span></span></li>`;
  }

  // The part after a result: the players still awaited, and the time until the next round or game.
  /** @type {(state: Playing, now: number) => string} */
  function onward(state, now) {
    const { view, id, seat, seats, waited_for: company, clock, config, daily } = state, asked = asks(state), over = isOver(view);
    const count = company.filter((each) => seats[each].ready).length, all = company.length, many = all > 1;
    const how = `${count}/${all}`, label = _("{count} of {all} ready", { count, all });
    let html = "";
    if (asked === "next" || asked === "again") {
      const [again, ready, next] = [_("Play again"), _("Ready"), _("Next round")];
      const fields = asked === "next" ? input("round", view.round + 1) : `<input type="hidden" name="bots" value="mixed" autocomplete="off">`;
      const shown = many ? ` <span aria-hidden="true">${how}</span><span class="only-read">, ${label}</span>` : "";
      html = `<form id="${asked}" method="post" action="/t/${id}/${asked === "next" ? "next" : "begin"}" data-live>`
        + `${input("game", state.games + (over ? 1 : 0))}${fields}`
        + `<button class="main">${asked === "again" ? again : many ? ready : next}${shown}</button></form>`;
      if (asked === "next" && all === 1 && seat !== null && !view.seats_in.includes(seat)) {
        html += `<form id="play-out" method="post" action="/t/${id}/play-out" data-live>${input("game", state.games)}`
          + `<button>${_("To the end")}</button></form>`;
      }
    } else if (deals && daily && over && seat !== null) {
      const fared = state.practice ? _("How the others did") : _("See your rank");
      html = `<a class="button main" id="fared" href="${deals.replace("{day}", daily)}">${fared}</a>`;
    } else if (many) {
      html = `<b class="who-is-ready"><span aria-hidden="true">✓ ${how}</span><span class="only-read">${label}</span></b>`;
    }
    const late = say.ready(state);
    if (seat !== null && hasCompany(state)) html += `<a class="button quick" href="#talk">${_("Chat")}</a>`;
    if (late) html += `<p>${text(late)}</p>`;
    const pause = clock?.pause ?? null;
    if (pause !== null) {
      const whole = over ? NEXT_GAME : Math.max(NEXT_ROUND, config.turn_seconds * 1000), begins = _("Starts by itself in:");
      html += `<p id="pause" role="timer" aria-label="${begins}">${begins} ${timeLeft(now, Math.max(0, pause - now), 0, whole, 0)}</p>`;
    }
    return `<div class="onward" id="onward">${html}</div>`;
  }

  /** @type {(state: Playing, now: number) => Parts} */
  function clocks(state, now) {
    const { view, clock, config, seats, seat: me } = state, waits = awaited(state);
    if (!config.turn_seconds) return {};
    const times = seats.map(({ sitter, stand_in }, seat) => {
      const until = clock?.until[seat] ?? null;
      const runs = until !== null && !isOver(view) && sitter?.human && !stand_in && waits.includes(seat);
      if (!clock || !runs) return "";
      const bank = clock.banks[seat], left = Math.max(0, until + bank - now);
      return timeLeft(now, left, Math.min(bank, left), config.turn_seconds * 1000, config.bank_seconds * 1000);
    });
    const own = me === null ? "" : times[me], pauses = (state.between_rounds || isOver(view)) && clock?.pause;
    const may = clock && !clock.extended && me !== null && me === state.host && (pauses || times.some(Boolean));
    const marks = [30, 10, 5].map((count) => {
      const sentence = ngettext("{count} second left.", "{count} seconds left.", count, { count });
      return ` data-say${count}="${sentence}"`;
    });
    let html = "";
    if (own) {
      html = `<p class="own" id="own-clock" role="timer" aria-label="${_("Your time")}"${marks.join("")}>${_("Your time")} ${own}</p>`;
    } else if (!isOver(view)) html = `<p>${say.pace(state)}</p>`;
    if (may) {
      const all = _("More time for everybody"), more = _("More time");
      html += `<form id="more" method="post" action="/t/${state.id}/more" data-live>${turnOf(state)}`
        + `<button aria-label="${all}">${more}</button></form>`;
    }
    const missed = say.missed(state);
    if (missed) html += `<p class="missed">${missed}</p>`;
    return {
      clock: `<div class="clock" id="clock">${html}</div>`,
      ...Object.fromEntries(times.map((time, seat) => [`time${seat}`, `<span id="time${seat}">${time}</span>`])),
    };
  }

  /** @type {(state: Playing, now: number) => Parts} */
  function result(state, now) {
    if (isOver(state.view)) return { onward: onward(state, now) };
    return { sheet: state.between_rounds ? sheet(state, now) : '<section class="sheet" id="sheet" hidden></section>' };
  }

  return { clocks, coach, result };
}
