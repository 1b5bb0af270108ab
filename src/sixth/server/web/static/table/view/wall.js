// A table on a big screen: where each part is. Pure.
import { html, nothing } from "../../lit/lit-html.js";
import { isOver } from "../turn.js";
import { tables } from "./table.js";

const MOST_LINES = 2;
const hostOf = (/** @type {string} */ url) => url.split("/")[2] ?? "";

/**
 * Return a function that draws a table as a `whole`.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 */
export function walls(say, page) {
  const { _, ngettext } = say.speak, { lines = () => nothing, said = () => [], watchers = () => 0, url = "" } = page, draw = tables(say, { ...page, screen: true });

  function watching() {
    const count = watchers(), sentence = ngettext("{count} watching", "{count} watching", count, { count });
    return html`<span id="watchers">${count ? ` · ${sentence}` : ""}</span>`;
  }

  // The QR code and the code of the table, for those who come.
  /** @type {(state: State) => Drawn} */
  function come({ id, code, view }) {
    const [label, picture, mark, join] = [_("Invite"), _("QR code of the link"), "{code}", _("Join with your phone")];
    const [before, after = ""] = _("Or go to {host} and enter {code}", { host: hostOf(url), code: mark }).split(mark);
    return html`<section class="come" id="gathering" aria-label=${label}><img src="/t/${id}/qr.svg" alt=${picture}><div>${view ? html`<h2>${join}</h2>` : nothing}<p
      class="code">${code ? html`${before}<b>${code}</b>${after}` : url}</p></div></section>`;
  }

  // The same in a game.
  /** @type {(state: State) => Drawn} */
  function wayIn({ id, code }) {
    const [label, picture, word] = [_("Invite"), _("QR code of the link"), _("Code")];
    return html`<section class="way-in" id="way-in" aria-label=${label}>${code ? html`<p>${hostOf(url)}<b class="only-read"> ${word}</b> <b>${
      code}</b></p><img src="/t/${id}/qr.svg" alt=${picture}>` : nothing}</section>`;
  }

  // The last lines of chat, free ones only where the host allows them.
  /** @type {(state: State) => Drawn} */
  function talk(state) {
    const label = _("What people say"), shown = said().filter(({ kind }) => kind !== "text" || state.config.chat);
    return html`<div id="wall-talk" class="wall-talk" role="log" aria-live="polite" aria-label=${label}>${lines(state, shown, MOST_LINES)}</div>`;
  }

  /** @type {(scene: Scene) => Drawn} */
  function center(scene) {
    const { state, now, acts } = scene, { view } = state;
    if (!view) return come(state);
    const game = { ...scene, state: { ...state, view } };
    if (isOver(view)) return [draw.ended(game), state.offered === null ? nothing : come(state)];
    if (state.between_rounds) return [page.apart?.()?.sheet(game.state, acts, now) ?? nothing, html`<div id="chart">${page.apart?.()?.chart(game.state) ?? nothing}</div>`];
    return [draw.deck(game.state, acts), draw.board(game), draw.shown(game)];
  }

  /** @type {(scene: Scene) => Drawn} */
  function whole(scene) {
    const { state, now } = scene, { view } = state, ends = isOver(view), rests = state.between_rounds || ends, label = _("Table");
    const kind = ends ? ` result${view && view.past.length > 1 ? "" : " brief"}` : view && !rests ? " felt" : "";
    return html`<p class="progress"><span id="game">${state.around.title}</span>${view?.round ? " · " : ""}${draw.turn(state)}${watching()}${
      state.around.differs.map(({ text }) => html` · <b>${text}</b>`)}</p>${draw.heading(scene)}${view && !ends
      ? wayIn(state) : nothing}<div class="wall-cards${kind}" tabindex="0" role="group"
      aria-label=${label}>${center(scene)}</div>${draw.list(scene, draw.times(state, now))}${talk(state)}`;
  }

  return { whole };
}
