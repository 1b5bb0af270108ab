// A table as a whole, for players and spectators: where each part is. Pure.
import { html, nothing, svg } from "../../lit/lit-html.js";
import { asks, preview } from "../derived.js";
import { coming, isAsked, isHeld, isOver, standings, status } from "../turn.js";
import { clocks } from "./clocks.js";
import { atLeast, cards, input, mark, memory, rowList } from "./elements.js";
import { hands } from "./hand.js";
import { told } from "./helps.js";
import { players } from "./players.js";
import { rows } from "./rows.js";
import { aimOf, stage } from "./stage.js";

/** @typedef {Scene & {state: Playing}} Game */
/** @typedef {ReturnType<typeof import("./apart.js").parts>} Apart */
/** @typedef {typeof shared} Shared */

// What the parts that are loaded later share with these.
export const shared = {
  html, svg, nothing: /** @type {Drawn} */ (nothing), asks, atLeast, clocks, input, isOver, mark, standings, status, told,
};

/** @type {Acts} */
export const IDLE = {
  lifted: 0, picked: 0, pointer: 0, focus: 0, kept: null, brief: false, dragged: null, aimed: false, worth: {}, said: [],
};

// Return a state as a scene of which nothing is told early or late.
/** @type {(state: State) => Scene} */
export const sceneOf = (state, now = 0, acts = IDLE) => ({ state, now, told: state, reason: state, acts, skip: "" });

/**
 * What the page of a table knows: whether it is on a big `screen`, what features have `given` it by place, what draws that
 * `around` a table, `invitation`, an element of the page, the ids of the boxes of `muted` players, `deals`, the address of the results of a `{day}`, "" where the site has none, how a message is drawn at its author
 * (`bubble`), what was `said` and the last `lines` of that, and how many watch; `bots` are the bots to choose from, `coachless` sites have no coach, `name` is that of a reader who may sit down, `url` is the address of the table, `differs` draws what differs from classic, and `refused` returns the fields of forms that were refused. `apart` returns what draws the parts of `apart.js`, once it is loaded.
 * @typedef {{screen?: boolean, deals?: string, url?: string, given?: () => Given,
 *   around?: (place: string) => Drawn[], linksAround?: () => Drawn[], invitation?: Element, muted?: Set<string>, watchers?: () => number,
 *   apart?: () => Apart | null, differs?: (state: State) => Drawn, bots?: BotChoice, coachless?: boolean, name?: string, refused?: () => Refused,
 *   said?: () => Message[], lines?: ReturnType<typeof import("./chat.js").chat>["lines"],
 *   bubble?: (message: Message, mine: boolean) => Drawn}} Page
 */

/**
 * Return functions that draw a table for its viewer, in their language: as a `whole`, and its parts.
 * @param {Words} say
 * @param {Page} page
 */
export function tables(say, page = {}) {
  const { screen = false, bubble = () => nothing, apart = () => null } = page;
  const { _ } = say.speak, card = cards(say), row = rows(say, card), lane = stage(say, card);
  const hand = hands(say, card), list = players(say, bubble), keep = memory(), time = clocks(say), tell = told(say);
  const lobby = (/** @type {State} */ state) => apart()?.lobby(state) ?? nothing;
  const late = (/** @type {State} */ state) => apart()?.late(state) ?? nothing;

  // -------------------------------------------------------------- parts

  /** @type {(scene: Scene) => Drawn} */
  function heading({ told: state }) {
    const asked = asks(state), sentence = screen && asked === "sit" ? _("Join with your phone") : say.prompt(state);
    const waiting = say.waiting(state), ends = waiting !== "" && sentence.endsWith(waiting);
    // Its place has two lines, and a smaller type where names make it longer: at 320 pixels, or anywhere.
    const size = sentence.length > 62 ? "longer" : sentence.length > 50 ? "long" : "";
    const kind = isOver(state.view) && !screen ? "felt" : `${isAsked(state) ? "loud " : ""}${size}` || nothing;
    const others = () => html`<span id="waiting">${waiting}</span>`;
    return html`<h1 id="prompt" tabindex="-1" class=${kind} data-focus=${asked === "choose" || asked === "pick" ? nothing : ""}>${ends
      ? sentence.slice(0, -waiting.length) : sentence}${ends ? others() : nothing}</h1>`;
  }

  const turn = (/** @type {State} */ state) => html`<span id="turn">${say.progress(state)}</span>`;

  // The rows to which the card in question may go.
  /** @type {(state: Playing, acts: Acts) => import("./rows.js").Aims} */
  function aims(state, acts) {
    const aim = aimOf(acts), held = aim > 0 && state.rules.play !== "flip" && isHeld(state, aim);
    return Object.fromEntries((held && preview(state, aim)?.places) || []);
  }

  /** @type {(scene: Game) => Drawn} */
  function board({ state, acts }) {
    if (!state.view.rows.length) return nothing;
    return rowList(_("Rows"), row(state, coming(state), aims(state, acts)), acts.aimed ? " aimed" : "");
  }

  /** @type {(scene: Game) => Drawn} */
  const shown = (scene) => (scene.state.view.rows.length ? lane(scene) : nothing);

  // -------------------------------------------------------------- a table

  /** @type {(scene: Scene) => Drawn} */
  function top(scene) {
    const { state } = scene, earlier = _("Cards of an earlier game");
    return html`<p class="progress"><span><span><span id="game">${state.around.title}</span>${state.view?.round ? " ·" : ""}</span> ${turn(state)}${state.again
      ? ` · ${earlier}` : ""}</span></p>${page.differs?.(state)}${heading(scene)}`;
  }

  // The result of a game, and the next game.
  /** @type {(scene: Game) => Drawn} */
  function ended({ state, now }) {
    const label = _("Result");
    return html`<section class="ended over" id="ended" aria-label=${label}>${apart()?.outcome(state) ?? nothing}${apart()?.onward(state, now) ?? nothing}</section>`;
  }

  /** @type {(state: State) => Drawn} */
  function back(state) {
    if (asks(state) !== "back") return nothing;
    const word = _("Take my seat back");
    return html`<form id="back" class="actions" method="post" action="/t/${state.id}/back"><button class="main">${word}</button></form>`;
  }

  /** @type {(scene: Game, times: (Drawn | undefined)[]) => Drawn} */
  function over(scene, times) {
    const { state } = scene, timed = state.config.turn_seconds > 0;
    return html`${top(scene)}<div class="play${timed ? " timed" : ""}">${timed ? time.clock(state, times) : nothing}${back(state)}${
      ended(scene)}${shown(scene)}${late(state)}</div>${state.seats.map((_each, seat) => list.said(scene, seat))}`;
  }

  // A tap, and each second of a clock, change few of its parts.
  /** @type {(scene: Game, times: (Drawn | undefined)[]) => Drawn} */
  function playing(scene, times) {
    const { state, told, reason, acts, skip, now } = scene, { lifted, kept, brief, dragged, worth } = acts, aim = aimOf(acts);
    const { view, seat, rules, config } = state, timed = config.turn_seconds > 0, talk = _("Chat");
    const talks = seat !== null && state.around.talks, flips = rules.play === "flip" && seat !== null;
    return html`${keep("top", [state, told], () => top(scene))}${keep("players", [state, told, acts.said, now], () => list.list(scene, times))}<div
      class="play felt${timed ? " timed" : ""}${view.rows.length ? "" : " bare"}">${timed ? time.clock(state, times) : nothing}${
      back(state)}${keep("deck", [state, acts.picked], () => hand.deck(state, acts))}${keep("take", [state], () => hand.toTake(state))}${
      keep("rows", [state, aim, acts.aimed], () => board(scene))}<div class="reach${flips ? " flips" : ""}${talks ? " talks" : ""}">${
      keep("stage", [state, reason, skip, aim, lifted, kept], () => shown(scene))}${
      keep("hand", [state, lifted, kept, brief, dragged], () => hand.held(state, acts))}${keep("aims", [state], () => hand.aims(state))}${talks
      ? html`<a class="button quick" href="#talk">${talk}</a>` : nothing}</div>${late(state)}${
      keep("sheet", [state, worth, now, apart()], () => sheet(state, acts, now))}</div>${
      keep("told", [state, worth], () => beside(state, acts))}`;
  }

  /** @type {(state: Playing, acts: Acts, now: number) => Drawn} */
  const sheet = (state, acts, now) =>
    (state.between_rounds && apart()?.sheet(state, acts, now)) || html`<section class="sheet" id="sheet" hidden></section>`;

  // What is told beside the cards.
  /** @type {(state: Playing, acts: Acts) => Drawn} */
  function beside(state, acts) {
    const headed = coming(state);
    return html`<div class="told">${headed && !page.coachless ? tell.coach(state, acts) : html`<div id="coach" hidden></div>`}${tell.last(state)}${
      tell.helps(state, headed)}${tell.hands(state)}</div>`;
  }

  /** @type {(scene: Scene) => Drawn} */
  function whole(scene) {
    const { state, now } = scene, { view } = state;
    if (!view) return html`${top(scene)}${list.list(scene, [])}${back(state)}${lobby(state)}`;
    const times = time.times(state, now), game = /** @type {Game} */ (scene);
    return isOver(view) ? over(game, times) : playing(game, times);
  }

  return {
    whole, heading, turn, board, shown, ended, rows: row, stage: lane, ...card, ...list, ...tell, ...hand, ...time, aimsOf: aims,
  };
}

// Return the attributes of the element with the table, null for those that it has not.
/** @type {(state: State, screen: boolean) => Record<string, string | null>} */
export function attributesOf(state, screen) {
  const { view, between_rounds, config, rules } = state, plays = view && !isOver(view) && !(screen && between_rounds);
  const is = (/** @type {unknown} */ so, value = "") => (so ? value : null);
  return {
    "data-v": `${state.v}`, "data-asks": asks(state), "data-lobby": is(!view), "data-playing": is(plays),
    "data-resting": is(plays && between_rounds, "yes"), "data-chat": is(!config.chat && !screen, "off"),
    "data-goal": is(rules.goal === "most", "most"), "data-ends": is(rules.ends === "both", "both"),
  };
}

// Return whether the stage is on the page.
/** @type {(state: State, screen: boolean) => boolean} */
export const hasStage = ({ view, between_rounds }, screen) =>
  view !== null && view.rows.length > 0 && !(screen && (between_rounds || isOver(view)));
