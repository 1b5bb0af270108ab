// The picture of a step of a replay, part by part: pure.
import { html, nothing, svg } from "../lit/lit-html.js";
import { headsOf, status } from "../table/turn.js";
import { charts } from "../table/view/chart.js";
import { mark, playerList, rowList } from "../table/view/elements.js";
import { sceneOf, shared, tables } from "../table/view/table.js";

/** @typedef {import("./record.js").Step} Step */
/** @typedef {import("./record.js").Moment["state"]} Now */
/**
 * Data of the page beside the record: its own address, the game's title, the kind of bot on each seat, the reader's own seat.
 * @typedef {{here: string, title: string, kinds: string[], own?: number | null}} Page
 */

/** @type {(step: Step) => boolean} */
const beginsTurn = ({ event: { event } }) => event === "revealed" || event === "flipped";
/** @type {(step: Step) => boolean} */
const takes = ({ event }) => event.event === "placed" && event.taken.length > 0;

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
 * The parts of a step, by the ids of the elements whose content they are; `where` says which
 * step of how many it is.
 * @typedef {object} Picture
 * @property {Drawn} from
 * @property {Drawn} moment
 * @property {Drawn} marks
 * @property {Drawn} side
 * @property {Drawn} chart
 * @property {string} where
 */

// Return a function that draws a step of a game, as seen from a seat, or from all seats (null).
/** @type {(steps: Step[], say: ReturnType<typeof import("../table/words.js").words>, page: Page) => (at: number, seat: number | null) => Picture} */
export function picture(steps, say, { here, title, kinds, own = null }) {
  const { _ } = say.speak, draw = tables(say), first = steps[0].moment.state, { rules } = first;
  // A state as its reader had it, for sentences; and as everybody saw it, with "You" at the reader's seat: it asks nobody anything.
  const read = (/** @type {Now} */ state) => ({ ...state, seat: own });
  const called = (/** @type {Now} */ state) => ({ ...state, seats: state.seats.map((each, seat) =>
    (seat === own && each.sitter ? { ...each, sitter: { ...each.sitter, name: _("You") } } : each)) });
  const chart = charts(say, shared).chart(called(steps[steps.length - 1].moment.state)), names = say.namesOf(read(first));
  // The first step of each round.
  const firsts = steps.filter((step, at) => step.round !== steps[at - 1]?.round);
  const taken = steps.filter(takes), most = Math.max(1, ...taken.map((step) => costOf(step)));
  const to = (/** @type {number} */ at, /** @type {number | null} */ seat) => addressOf(here, at, seat);
  const current = (/** @type {boolean} */ is, kind = "true") => (is ? kind : nothing);
  const owned = (/** @type {number} */ seat) => html`${mark(first, seat)}<bdi>${names[seat]}</bdi>`;

  /** @type {(step: Step) => number} */
  function costOf({ event }) { return headsOf(rules, event.taken); }

  // The last events.
  /** @type {(step: Step) => string} */
  const sentence = ({ event, moment: { state } }) => say.announcement(read(state), event).text;

  /** @type {(at: number, seat: number | null) => Drawn} */
  function from(at, seat) {
    const each = names.map((_name, other) =>
      html`<a id="from-${other}" href=${to(at, other)} aria-current=${current(seat === other)}>${owned(other)}</a>`);
    const all = _("All hands");
    return html`<a id="from-all" href=${to(at, null)} aria-current=${current(seat === null)}>${all}</a>${each}`;
  }

  /** @type {(step: Step) => Drawn} */
  function moment(step) {
    const now = step.moment.state, state = called(now), { rows, phase } = state.view, far = say.progress(state);
    const scene = { ...sceneOf(state), reason: phase === "take" ? state : read(now) };
    const lying = () => [rowList(_("Rows"), draw.rows(state, null, {})), draw.stage({ ...scene, state })];
    return html`<p class="progress">${title}${far && ` · ${far}`}</p><h1 id="said" class=${beginsTurn(step) ? "begins" : nothing}
      >${sentence(step)}</h1><div class="play felt">${draw.deck(state, scene.acts)}${rows.length ? lying() : nothing}</div>`;
  }

  /** @type {(step: Step, seat: number | null) => Drawn} */
  function hands({ moment: { state, hands: all } }, seat) {
    const shown = all.flatMap((hand, whose) => {
      if (!hand.length || (seat !== null && seat !== whose)) return [];
      const name = names[whose], piled = rules.play === "flip";
      const label = whose === own ? _("Your hand") : piled ? _("{name}'s pile", { name }) : _("{name}'s hand", { name });
      const cards = hand.map((card) => draw.named(state, card, ""));
      return [html`<div class="seen"><h2>${mark(first, whose)}${label}</h2><p class="hand">${cards}</p></div>`];
    });
    return shown.length ? html`<div class="felt hands">${shown}</div>` : nothing;
  }

  const kindOf = (/** @type {string} */ kind, bot = _("bot")) =>
    (kind ? html`<small class="kind">${kind}</small><small class="bot" aria-hidden="true">${bot}</small>` : nothing);
  const flying = (/** @type {number} */ card) => html`<i class="c${card}"></i>`;

  // The players, and the cards that they have just taken, so that it is visible where those go.
  /** @type {(step: Step) => Drawn} */
  function players({ event, moment: { state } }) {
    /** @type {number[]} */
    const gone = event.event === "placed" ? event.taken : [];
    const each = names.map((name, seat) => {
      const is = status(state, seat), long = name.length > 14 ? " long" : "";
      return html`<li class="player${seat === own ? " you" : ""}"><span class="who${long}">${owned(seat)}</span>${draw.score(state, seat)}<span class="taking"
        id="taking${seat}" aria-hidden="true">${event.seat === seat ? gone.map(flying) : nothing}</span>${is === "out" || is === "won"
        ? draw.doing(state, seat) : nothing}${kindOf(kinds[seat])}</li>`;
    });
    return playerList(_("Players"), each);
  }

  // The rounds, and the steps of this one.
  /** @type {(step: Step, seat: number | null) => Drawn} */
  function stepList({ number, round }, seat) {
    const rounds = firsts.map((step) => {
      const name = _("Round {round}", { round: step.round });
      return html`<li><a id="round-${step.round}" href=${to(step.number, seat)} aria-current=${current(step.round === round)}>${name}</a></li>`;
    });
    const lines = steps.filter((step) => step.round === round).map((step) => {
      const kind = beginsTurn(step) ? "begins" : takes(step) ? "taken" : nothing;
      const whose = ["flipped", "picked", "placed"].includes(step.event.event) ? mark(first, step.event.seat) : nothing;
      return html`<li class=${kind}><a id="step-${step.number}" href=${to(step.number, seat)}
        aria-current=${current(step.number === number, "step")}>${whose}${sentence(step)}</a></li>`;
    });
    const label = _("Steps of this round");
    return html`<nav class="told" aria-label=${label}><ol class="round-by">${rounds}</ol><ol class="steps" id="steps"
      tabindex="0">${lines}</ol></nav>`;
  }

  // The rounds and takes beside the slider, each as tall as its heads are many.
  /** @type {(seat: number | null) => Drawn} */
  function marks(seat) {
    const tick = (/** @type {Step} */ step) => `M${step.number - 1} 10V${(7 - (7 * costOf(step)) / most).toFixed(1)}`;
    const rounds = firsts.map((step) => `M${step.number - 1} 10V8`);
    const own = taken.filter(({ event }) => event.seat === seat), others = taken.filter(({ event }) => event.seat !== seat);
    return svg`<path class="rounds" d=${rounds.join("")}/><path d=${others.map(tick).join("")}/><path class="own"
      d=${own.map(tick).join("")}/>`;
  }

  return (at, seat) => {
    const step = steps[at - 1], values = { step: at, steps: steps.length };
    const where = takes(step) ? _("{step} of {steps}, a row is taken", values) : _("{step} of {steps}", values);
    return { from: from(at, seat), moment: moment(step), marks: marks(seat), side: [hands(step, seat), players(step), stepList(step, seat)], chart, where };
  };
}

/** @type {(here: string, at: number, seat: number | null) => string} */
export const addressOf = (here, at, seat) => `${here}?at=${at}&seat=${seat ?? "all"}`;
