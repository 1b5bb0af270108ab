// What lies around a table: the invitation, whom to mute, and parts of the server. Pure.
// It is loaded beside the scripts of a game.
import { features } from "./parts.js";

/**
 * Return functions that draw the parts of the server by place, and the `asides` by the id of the element that each fills.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export function arounds(say, page, shared) {
  const { _ } = say.speak, { html, nothing } = shared, { invitation = nothing, muted } = page;
  const { parts, links } = features(shared, page), given = (/** @type {string} */ place) => page.given?.()[place];
  const around = (/** @type {string} */ place) => parts(given(place)), linksAround = () => links(given("links"));

  // The host wishes first that others come, until people have all seats; one who is ready waits as the others do.
  /** @type {(state: State) => boolean} */
  const invites = ({ view, seat, host, games, seats }) =>
    !view && seat !== null && seat === host && !games && !seats[seat].ready && !seats.every(({ sitter }) => sitter?.human);

  /** @type {(state: State) => Drawn} */
  function later(state) {
    const { seat, daily } = state, title = _("Invite");
    return seat === null || daily || invites(state) ? nothing
      : html`<details><summary>${title}</summary>${invitation}</details>`;
  }

  /** @type {(id: string, label: Drawn) => Drawn} */
  const box = (id, label) => html`<label><input type="checkbox" id=${id} autocomplete="off" .checked=${muted?.has(id) ?? false}> ${label}</label>`;

  // Where a feature knows the people of a table, it has its own.
  /** @type {(state: State) => Drawn} */
  function mutes({ seats, seat: me }) {
    const everybody = _("Everybody"), known = around("chat");
    return [box("mute", everybody), known.length ? known : seats.map(({ sitter }, seat) =>
      (sitter?.human && seat !== me ? box(`mute${seat}`, html`<bdi>${sitter.name}</bdi>`) : nothing))];
  }

  /** @type {Record<string, (state: State) => Drawn>} */
  const asides = {
    "invite-first": (state) => (invites(state) ? invitation : nothing), "invite-after": later, muted: mutes, stay: () => around("stay"),
    "about-players": () => around("players"), "fair-deal": () => around("fair"), "in-force": () => around("rules"),
  };
  return { around, linksAround, asides };
}
