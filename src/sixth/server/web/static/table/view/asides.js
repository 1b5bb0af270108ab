// What lies around a table: the invitation, whom to mute, and parts of the server. Pure.

/** @typedef {import("./elements.js").Drawn} Drawn */
/** @typedef {import("../types.js").State} State */

/**
 * Return functions that draw these parts, by the id of the element that each fills.
 * @param {import("./elements.js").Words} say
 * @param {import("./table.js").Page & {around: (place: string) => Drawn[]}} page
 * @param {import("./table.js").Shared} shared
 * @returns {Record<string, (state: State) => Drawn>}
 */
export function asides(say, page, { html, nothing }) {
  const { _ } = say.speak, { around, invitation = nothing, muted } = page;

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
    const everybody = _("Everybody"), parts = around("chat");
    return [box("mute", everybody), parts.length ? parts : seats.map(({ sitter }, seat) =>
      (sitter?.human && seat !== me ? box(`mute${seat}`, html`<bdi>${sitter.name}</bdi>`) : nothing))];
  }

  return {
    "invite-first": (state) => (invites(state) ? invitation : nothing), "invite-after": later, muted: mutes, stay: () => around("stay"),
    "about-players": () => around("players"), "fair-deal": () => around("fair"), "in-force": () => around("rules"),
  };
}
