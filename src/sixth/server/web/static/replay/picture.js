// The picture of a step of a replay, as HTML whose elements replace those with their ids: pure.
import { mark, playerList, rowList, text } from "../table/html.js";
import { headsOf, status } from "../table/turn.js";
import { view } from "../table/view.js";

/** @typedef {import("./record.js").Step} Step */
/** @typedef {import("../table/view.js").Parts} Parts */
/**
 * Data of the page beside the record: its own address, the game's title, the kind of bot on each seat.
 * @typedef {{here: string, title: string, kinds: string[]}} Page
 */

/** @type {(step: Step) => boolean} */
export const beginsTurn = ({ event: { event } }) => event === "revealed" || event === "flipped";
/** @type {(step: Step) => boolean} */
export const takes = ({ event }) => event.event === "placed" && event.taken.length > 0;

/**
 * Return the steps to which the buttons lead, 0 for none. Within a turn the first one is the turn's beginning.
 * @param {Step[]} steps
 * @param {number} at
 */
export function jumps(steps, at) {
  const numbers = (/** @type {(step: Step) => boolean} */ is) => steps.filter(is).map(({ number }) => number);
  const before = (/** @type {number[]} */ all) => all.findLast((each) => each < at) ?? 0;
  const behind = (/** @type {number[]} */ all) => all.find((each) => each > at) ?? 0;
  const turns = numbers(beginsTurn), taken = numbers(takes), last = steps.length;
  return {
    first: at > 1 ? 1 : 0, previous: at - 1, next: at < last ? at + 1 : 0, last: at < last ? last : 0,
    "turn-back": before(turns), "turn-on": behind(turns), "take-back": before(taken), "take-on": behind(taken),
  };
}

/**
 * Return a function that draws a step of a game, as seen from a seat, or from all seats (null).
 * @param {Step[]} steps
 * @param {ReturnType<typeof import("../table/words.js").words>} say
 * @param {Page} page
 * @returns {(at: number, seat: number | null) => string}
 */
export function picture(steps, say, { here, title, kinds }) {
  const { _ } = say.speak, draw = view(say, "", false);
  const { rules, seats } = steps[0].moment.state, names = seats.map(({ sitter }) => sitter?.name ?? "");
  // The first step of each round.
  const firsts = steps.filter((step, at) => step.round !== steps[at - 1]?.round);
  const taken = steps.filter(takes), most = Math.max(1, ...taken.map((step) => costOf(step)));
  const to = (/** @type {number} */ at, /** @type {number | null} */ seat) => `${here}?at=${at}&amp;seat=${seat ?? "all"}`;
  const current = (/** @type {boolean} */ is, kind = "true") => (is ? ` aria-current="${kind}"` : "");
  const owned = (/** @type {number} */ seat) => `${mark(seat)}<bdi>${text(names[seat])}</bdi>`;

  /** @type {(step: Step) => number} */
  function costOf({ event }) { return headsOf(rules, event.taken); }

  // The last events.
  /** @type {(step: Step) => string} */
  const sentence = ({ event, moment: { state } }) => say.announcement(state, event).text;

  /** @type {(at: number, seat: number | null) => string} */
  function from(at, seat) {
    const each = names.map((_name, other) =>
      `<a id="from-${other}" href="${to(at, other)}"${current(seat === other)}>${owned(other)}</a>`);
    const label = _("Whose hand");
    return `<nav class="from" id="from" aria-label="${label}">`
      + `<a id="from-all" href="${to(at, null)}"${current(seat === null)}>${_("All hands")}</a>${each.join("")}</nav>`;
  }

  /** @type {(step: Step, parts: Parts) => string} */
  function moment(step, parts) {
    const { state } = step.moment, { rows } = state.view, far = say.progress(state);
    const lying = rows.map((_row, at) => parts[`row${at + 1}`]), board = rows.length ? rowList(_("Rows"), lying) + parts.stage : "";
    return `<section id="moment"><p class="progress">${text(title)}${far && ` · ${far}`}</p>`
      + `<h1 id="said"${beginsTurn(step) ? ' class="begins"' : ""}>${text(sentence(step))}</h1>`
      + `<div class="play felt">${parts["open-deck"]}${board}</div></section>`;
  }

  /** @type {(step: Step, seat: number | null) => string} */
  function hands({ moment: { state, hands: all } }, seat) {
    const shown = all.flatMap((hand, whose) => {
      if (!hand.length || (seat !== null && seat !== whose)) return [];
      const name = names[whose], label = rules.play === "flip" ? _("{name}'s pile", { name }) : _("{name}'s hand", { name });
      return [`<div class="seen"><h2>${mark(whose)}${text(label)}</h2><p class="hand">${hand.map((card) => draw.named(state, card, "")).join("")}</p></div>`];
    });
    return shown.length ? `<div class="felt hands">${shown.join("")}</div>` : "";
  }

  // The players, and the cards that they have just taken, so that it is visible where those go.
  /** @type {(step: Step, parts: Parts) => string} */
  function players({ event, moment: { state } }, parts) {
    /** @type {number[]} */
    const flying = event.event === "placed" ? event.taken : [];
    const cards = flying.map((number) => `<i class="c${number}"></i>`).join("");
    const each = names.map((name, seat) => {
      const kind = kinds[seat] && `<small class="kind">${text(kinds[seat])}</small><small class="bot" aria-hidden="true">${_("bot")}</small>`;
      const is = status(state, seat), shown = is === "out" || is === "won" ? parts[`status${seat}`] : "";
      return `<li class="player"><span class="who${name.length > 14 ? " long" : ""}">${owned(seat)}</span>${parts[`score${seat}`]}`
        + `<span class="taking" id="taking${seat}" aria-hidden="true">${event.seat === seat ? cards : ""}</span>${shown}${kind}</li>`;
    });
    return playerList(_("Players"), each);
  }

  // The rounds, and the steps of this one.
  /** @type {(step: Step, seat: number | null) => string} */
  function stepList({ number, round }, seat) {
    const rounds = firsts.map((step) =>
      `<li><a id="round-${step.round}" href="${to(step.number, seat)}"${current(step.round === round)}>${_("Round {round}", { round: step.round })}</a></li>`);
    const lines = steps.filter((step) => step.round === round).map((step) => {
      const kind = beginsTurn(step) ? ' class="begins"' : takes(step) ? ' class="taken"' : "";
      const whose = ["flipped", "picked", "placed"].includes(step.event.event) ? mark(step.event.seat) : "";
      return `<li${kind}><a id="step-${step.number}" href="${to(step.number, seat)}"${current(step.number === number, "step")}>`
        + `${whose}${text(sentence(step))}</a></li>`;
    });
    const label = _("Steps of this round");
    return `<nav class="told" aria-label="${label}"><ol class="round-by">${rounds.join("")}</ol>`
      + `<ol class="steps" id="steps" tabindex="0">${lines.join("")}</ol></nav>`;
  }

  // The rounds and takes beside the slider, each as tall as its heads are many.
  /** @type {(seat: number | null) => string} */
  function marks(seat) {
    const tick = (/** @type {Step} */ step) => `M${step.number - 1} 10V${(7 - (7 * costOf(step)) / most).toFixed(1)}`;
    const rounds = firsts.map((step) => `M${step.number - 1} 10V8`);
    const own = taken.filter(({ event }) => event.seat === seat), others = taken.filter(({ event }) => event.seat !== seat);
    return `<svg id="marks" viewBox="0 0 ${Math.max(1, steps.length - 1)} 10" preserveAspectRatio="none" aria-hidden="true">`
      + `<path class="rounds" d="${rounds.join("")}"/><path d="${others.map(tick).join("")}"/>`
      + `<path class="own" d="${own.map(tick).join("")}"/></svg>`;
  }

  return (at, seat) => {
    const step = steps[at - 1], parts = draw.parts(step.moment.state, 0);
    const links = Object.entries(jumps(steps, at)).map(([id, number]) => {
      const off = number ? "" : "true";
      return `<p-set to="${id}" href="${to(number || at, seat)}" aria-disabled="${off}"></p-set>`;
    });
    const values = { step: at, steps: steps.length };
    const where = takes(step) ? _("{step} of {steps}, a row is taken", values) : _("{step} of {steps}", values);
    return `${from(at, seat)}${moment(step, parts)}${links.join("")}${marks(seat)}<p-set to="replay" data-at="${at}"></p-set>`
      + `<p-set to="at" max="${steps.length}" aria-valuetext="${where}"></p-set>`
      + `<output for="at" id="count">${at} / ${steps.length}</output>`
      + `<div id="side" class="side">${hands(step, seat)}${players(step, parts)}${stepList(step, seat)}</div>`;
  };
}
