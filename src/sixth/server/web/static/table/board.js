// The page of a table as a whole: the places of its parts, and the changes from one picture of it to the next. Pure.
import { mark, playerList, rowList, text } from "./html.js";
import { asks } from "./state.js";
import { hasCompany, isOver } from "./turn.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./view.js").Parts} Parts */
/** @typedef {(id: string) => string} Place What lies in the place of a part. */

const LONG_NAME = 14;

/**
 * Return a function that puts the parts of a table in their places, for players and spectators, or for a big `screen`.
 * @param {ReturnType<typeof import("./words.js").words>} say
 * @param {boolean} screen
 * @returns {(state: State, at: Place) => string}
 */
export function board(say, screen) {
  const { _ } = say.speak;

  // -------------------------------------------------------------- players

  /** @type {(state: State, at: Place) => string} */
  function players(state, at) {
    const each = state.seats.map((_each, seat) => player(state, at, seat));
    return playerList(_("Players"), each, state.view ? "" : " felt");
  }

  /** @type {(state: State, at: Place, seat: number) => string} */
  function player(state, at, seat) {
    const { view, config } = state, { sitter, stand_in, claimed_by } = state.seats[seat], is = seat === state.seat;
    const { name, marked } = say.label(state, seat), you = marked ? ` <small>(${_("you")})</small>` : "";
    const time = view && config.turn_seconds && !is ? ` ${at(`time${seat}`)}` : "";
    const who = `<span class="who${name.length > LONG_NAME ? " long" : ""}">${mark(seat)}<bdi>${text(name)}</bdi>${you}${time}</span>`;
    const coached = coach(state, seat), away = stand_in && _("{bot} plays", { bot: stand_in.name });
    const later = claimed_by && _("then {name}", { name: claimed_by });
    let more = away ? `<small class="kind away">${text(away)}</small>` : "";
    if (coached) more += `<small class="kind">${coached}</small><small class="bot" aria-hidden="true">${coached}</small>`;
    if (later) more += `<small class="kind next">${text(later)}</small>`;
    if (sitter && sitter.kind !== "human") {
      more += `<small class="kind">${text(say.bot(sitter))}</small><small class="bot" aria-hidden="true">${_("bot")}</small>`;
    }
    if (sitter && !view && !is && asks(state) === "begin") more += remove(state, seat, name);
    return `<li class="player${is ? " you" : ""}${sitter ? "" : " free"}">${who}${view ? at(`score${seat}`) : ""}${at(`status${seat}`)}${more}</li>`;
  }

  // How often a player has asked the coach, or that the coach shows them the value of their turns.
  /** @type {(state: State, seat: number) => string} */
  function coach({ advised, coached }, seat) {
    const count = advised.filter(([each]) => each === seat).length;
    if (coached.some(([each]) => each === seat)) return _("coach");
    return count ? _("coach ×{count}", { count }) : "";
  }

  /** @type {(state: State, seat: number, name: string) => string} */
  function remove({ id }, seat, name) {
    const label = _("Remove {name} from the table", { name });
    return `<form class="remove" method="post" action="/t/${id}/remove" data-live><input type="hidden" name="seat" value="${seat}"`
      + ` autocomplete="off"><input type="hidden" name="name" value="${text(name)}" autocomplete="off">`
      + `<button aria-label="${text(label)}">✕</button></form>`;
  }

  // -------------------------------------------------------------- a table

  /** @type {(state: State, at: Place) => string} */
  function rows({ view }, at) {
    const lying = (view?.rows ?? []).map((_row, number) => at(`row${number + 1}`));
    return lying.length ? rowList(_("Rows"), lying) : "";
  }

  // The result of a game: the part that the server draws, and the next game.
  /** @type {(at: Place) => string} */
  function ended(at) {
    const label = _("Result");
    return `<section class="ended over" id="ended" aria-label="${label}">${at("outcome")}${at("onward")}</section>`;
  }

  /** @type {(state: State, at: Place) => string} */
  function table(state, at) {
    const { id, view, seat, rules, config } = state, over = isOver(view), round = view?.round ? " ·" : "";
    const again = state.again && ` · ${_("Cards of an earlier game")}`;
    const top = `<p class="progress"><span><span>${at("game")}${round}</span> ${at("turn")}${again}</span></p>${at("prompt")}`;
    if (!view) return `${top}${players(state, at)}${at("gathering")}`;
    const clock = config.turn_seconds ? at("clock") : "", timed = config.turn_seconds ? " timed" : "";
    const talks = seat !== null && hasCompany(state), [talk, back] = [_("Chat"), _("Take my seat back")];
    const away = asks(state) === "back" ? `<form id="back" class="actions" method="post" action="/t/${id}/back" data-live>`
      + `<button class="main">${back}</button></form>` : "";
    // The stage says only that the last turn was counted.
    if (over) return `${top}<div class="play${timed}">${clock}${away}${ended(at)}${at("stage")}${at("late")}</div>`;
    const reach = `${rules.play === "flip" && seat !== null ? " flips" : ""}${talks ? " talks" : ""}`;
    return `${top}${players(state, at)}<div class="play felt${timed}${view.rows.length ? "" : " bare"}">${clock}${away}`
      + `${at("open-deck")}${at("to-take")}${rows(state, at)}<div class="reach${reach}">`
      + `${view.rows.length ? at("stage") : ""}${at("held")}${at("aims")}`
      + `${talks ? `<a class="button quick" href="#talk">${talk}</a>` : ""}</div>${at("late")}${at("sheet")}</div>`
      + `<div class="told">${at("coach")}${at("last")}${at("helps")}${at("hands")}</div>`;
  }

  /** @type {(state: State, at: Place) => string} */
  function wall(state, at) {
    const { view, between_rounds } = state, rests = between_rounds || isOver(view), label = _("Table");
    let shown = at("gathering");
    if (view && isOver(view)) shown = ended(at);
    else if (view && between_rounds) shown = `${at("sheet")}${at("chart")}`;
    else if (view) shown = `${at("open-deck")}${rows(state, at)}${view.rows.length ? at("stage") : ""}`;
    return `<p class="progress">${at("game")}${view?.round ? " · " : ""}${at("turn")}${at("watchers")}</p>${at("prompt")}`
      + `${view ? at("way-in") : ""}<div class="wall-cards${view && !rests ? " felt" : ""}" tabindex="0" role="group"`
      + ` aria-label="${label}">${shown}</div>${players(state, at)}${at("wall-talk")}`;
  }

  /** @type {(state: State) => string} */
  function kind({ view, between_rounds, config, rules }) {
    const rests = between_rounds && !screen ? ' data-resting="yes"' : "", goal = rules.goal === "most" ? ' data-goal="most"' : "";
    const plays = isOver(view) || (screen && between_rounds) ? "" : ` data-playing${rests}`;
    return `${screen ? ' class="wall"' : ""}${view ? plays : " data-lobby"}${config.chat || screen ? "" : ' data-chat="off"'}${goal}`;
  }

  return (state, at) => `<main id="table"${kind(state)}>${screen ? wall(state, at) : table(state, at)}</main>`;
}

/**
 * Return the change from one picture of a table to the next, given its parts and those that the server draws `around` it:
 * the HTML of the changed parts, or of the whole board where a part of it was added or removed.
 * @param {ReturnType<typeof board>} lay
 * @returns {(state: State, drawn: Parts, around: Parts) => string}
 */
export function pictures(lay) {
  /** @type {Parts} */
  let before = {}, frame = "";
  return (state, drawn, around) => {
    const parts = { ...around, ...drawn }, empty = lay(state, (id) => `{${id}}`), same = empty === frame;
    // Some are beside the board, and big screens have no place for all.
    const shows = (/** @type {string} */ id) => (empty.includes(`{${id}}`) ? same : id in around);
    const changed = Object.keys(parts).filter((id) => parts[id] !== before[id] && shows(id));
    [before, frame] = [parts, empty];
    return (same ? "" : lay(state, (id) => parts[id] ?? "")) + changed.map((id) => parts[id]).join("");
  };
}
