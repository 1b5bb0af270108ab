// The players: names, scores, clocks, what each does, and what was just said. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { asks } from "../derived.js";
import { scoreOf, status } from "../turn.js";
import { mark, playerList } from "./elements.js";

const LONG_NAME = 14;

/**
 * Return functions that draw the list of players, and scores and statuses by seat. `times` are the clocks by seat, and
 * `bubble` draws a message.
 * @param {Words} say
 * @param {(message: Message, mine: boolean) => Drawn} bubble
 */
export function players(say, bubble) {
  const { _ } = say.speak;

  /** @type {(state: State, seat: number) => Drawn} */
  function doing(state, seat) {
    const kind = status(state, seat);
    return html`<span class="status${kind && ` ${kind}`}" id="status${seat}">${say.doing(state, seat)}</span>`;
  }

  /** @type {(state: Playing, seat: number) => Drawn} */
  function score(state, seat) {
    const all = scoreOf(state, seat), lately = all - state.view.totals[seat], round = _("this round");
    const more = lately ? html` <small>+${lately}<span class="only-read"> ${round}</span></small>` : nothing;
    const { kind, limit = 0 } = state.rules.end, out = _("out over {count}", { count: limit });
    const most = kind === "elimination" ? html`<small class="limit" aria-hidden="true">/${limit}</small><span class="only-read">, ${out}</span>` : nothing;
    return html`<span class="score" id="score${seat}"><b aria-hidden="true">${all}</b><i class="heads n1" aria-hidden="true"></i><span
      class="only-read">${say.headsText(all)}</span>${most}${more}</span>`;
  }

  // How often a player has asked the coach, or that the coach shows them the value of their turns.
  /** @type {(state: State, seat: number) => string} */
  function coach({ advised, coached }, seat) {
    const count = advised.filter(([each]) => each === seat).length;
    if (coached.some(([each]) => each === seat)) return _("coach");
    return count ? _("coach ×{count}", { count }) : "";
  }

  /** @type {(state: State, seat: number, name: string) => Drawn} */
  function remove({ id }, seat, name) {
    const label = _("Remove {name} from the table", { name });
    return html`<form class="remove" method="post" action="/t/${id}/remove"><button
      value=${seat} aria-label=${label}>✕</button></form>`;
  }

  const kind = (/** @type {string} */ words) => html`<small class="kind">${words}</small>`;
  const bot = (/** @type {string} */ words) => html`<small class="bot" aria-hidden="true">${words}</small>`;

  /** @type {(scene: Scene, seat: number, time: Drawn | undefined) => Drawn} */
  function player(scene, seat, time) {
    const { state, told } = scene, { view } = state, { sitter, stand_in, claimed_by } = state.seats[seat], is = seat === state.seat;
    const { name, marked } = say.label(state, seat), word = _("you"), you = marked ? html` <small>(${word})</small>` : nothing;
    const coached = coach(state, seat), away = stand_in && _("{bot} plays", { bot: stand_in.name });
    const later = claimed_by && _("then {name}", { name: claimed_by });
    const isBot = sitter && sitter.kind !== "human", may = sitter && !view && !is && asks(state) === "begin";
    return html`<li class="player${is ? " you" : ""}${sitter ? "" : " free"}"><span
      class="who${name.length > LONG_NAME ? " long" : ""}">${mark(state, seat)}<bdi>${name}</bdi>${you}${time === undefined || is ? nothing
      : html` <span id="time${seat}">${time}</span>`}</span>${view
      ? score({ ...state, view }, seat) : nothing}${doing(told, seat)}${away ? html`<small class="kind away">${away}</small>` : nothing}${
      coached ? [kind(coached), bot(coached)] : nothing}${later ? html`<small class="kind next">${later}</small>` : nothing}${
      isBot ? [kind(say.bot(sitter)), bot(_("bot"))] : nothing}${may ? remove(state, seat, name) : nothing}${
      said(scene, seat)}</li>`;
  }

  // What a player has just said.
  /** @type {(scene: Scene, seat: number) => Drawn} */
  function said({ state, acts }, seat) {
    const message = acts.said[seat];
    if (!message) return nothing;
    const last = !acts.said.some((each) => each && each.number > message.number);
    return html`<span class="bubble${last ? " last" : ""}" id="bubble${seat}" inert>${mark(state, seat)} ${
      bubble(message, seat === state.seat)}</span>`;
  }

  /** @type {(scene: Scene, times: (Drawn | undefined)[]) => Drawn} */
  function list(scene, times) {
    const each = scene.state.seats.map((_each, seat) => player(scene, seat, times[seat]));
    return playerList(_("Players"), each, scene.state.view ? "" : " felt");
  }

  return { list, score, doing, said };
}
