// A table on a big screen: where each part is. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { isOver } from "../turn.js";
import { tables } from "./table.js";

/** @typedef {import("./elements.js").Drawn} Drawn */
/** @typedef {import("../types.js").Scene} Scene */

/**
 * Return a function that draws a table as a `whole`.
 * @param {import("./elements.js").Words} say
 * @param {import("./table.js").Page} page
 */
export function walls(say, page) {
  const { _, ngettext } = say.speak, { around = () => nothing, watchers = () => 0 } = page, draw = tables(say, { ...page, screen: true });

  function watching() {
    const count = watchers(), sentence = ngettext("{count} watching", "{count} watching", count, { count });
    return html`<span id="watchers">${count ? ` · ${sentence}` : ""}</span>`;
  }

  /** @type {(scene: Scene) => Drawn} */
  function center(scene) {
    const { state, now, acts } = scene, { view } = state;
    if (!view) return around("gathering");
    const game = { ...scene, state: { ...state, view } };
    if (isOver(view)) return draw.ended(game);
    if (state.between_rounds) return [draw.sheet(game.state, acts, now), around("chart")];
    return [draw.deck(game.state, acts), draw.board(game), draw.shown(game)];
  }

  /** @type {(scene: Scene) => Drawn} */
  function whole(scene) {
    const { state, now } = scene, { view } = state, rests = state.between_rounds || isOver(view), label = _("Table");
    return html`<p class="progress">${around("game")}${view?.round ? " · " : ""}${draw.turn(state)}${watching()}</p>${draw.heading(scene)}${view
      ? around("way-in") : nothing}<div class="wall-cards${view && !rests ? " felt" : ""}" tabindex="0" role="group"
      aria-label=${label}>${center(scene)}</div>${draw.list(scene, draw.times(state, now))}${around("wall-talk")}`;
  }

  return { whole };
}
