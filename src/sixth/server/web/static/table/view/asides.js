// What lies around a table: the invitation, its menu, whom to mute, and the rules in force. Pure.

/** @typedef {import("./elements.js").Drawn} Drawn */
/** @typedef {import("../types.js").State} State */

/**
 * Return functions that draw these parts, by the id of the element that each fills.
 * @param {import("./elements.js").Words} say
 * @param {import("./table.js").Page & {around: (place: string) => Drawn[]}} page
 * @param {import("./table.js").Shared} shared
 * @returns {Record<string, (state: State) => Drawn>}
 */
export function asides(say, page, { html, nothing, asks, isOver }) {
  const { _ } = say.speak, { around, invitation = nothing, links = {}, muted, refused } = page;

  // The host wishes first that others come, until people have all seats; one who is ready waits as the others do.
  /** @type {(state: State) => boolean} */
  const invites = ({ view, seat, host, games, seats }) =>
    !view && seat !== null && seat === host && !games && !seats[seat].ready && !seats.every(({ sitter }) => sitter?.human);

  /** @type {(state: State) => Drawn} */
  function later(state) {
    const { seat, daily, games, config } = state, title = _("Invite");
    return seat === null || daily || invites(state) || (config.matched && !games) ? nothing
      : html`<details><summary>${title}</summary>${invitation}</details>`;
  }

  /** @type {(state: State) => Drawn} */
  function stay(state) {
    const { id, view, daily, seat, host } = state, sits = seat !== null && !daily;
    const [any, settings, show, text] = [_("Close the page at any time: the game waits for you."), _("Table settings"), _("Show on TV"), _("Text version")];
    const [leave, bot] = [_("Leave the table"), _("A bot plays for you until you come back.")];
    return html`${daily ? html`<p>${any}</p>` : nothing}<p>${sits && seat === host ? html`<a href="/t/${id}/house">${settings}</a> ` : nothing}${sits
      ? html`<a href="/t/${id}/screen">${show}</a> ` : nothing}<a href="/t/${id}?plain=on">${text}</a></p>${sits && asks(state) !== "back"
      ? html`<form id="leave" class="actions" method="post" action="/t/${id}/leave"><button>${leave}</button>${view
        ? html` <small>${bot}</small>` : nothing}</form>` : nothing}`;
  }

  /** @type {(place: string, address: (address: string) => string, label?: string) => Drawn} */
  const linked = (place, address, label) => (links[place] ?? []).map(([to, word]) => html` <a href=${address(to)}>${label ?? word}</a>`);

  // A field whose error stands beside it.
  /** @type {(id: string, name: string, label: string, value: string, why: string, form?: string) => Drawn} */
  const field = (id, name, label, value, why, form) => html`<label for=${id}>${label}</label><input id=${id} name=${name} form=${form ?? nothing}
    value=${value} autocomplete="off" dir="auto" aria-describedby="${id}-wrong" aria-invalid=${why ? "true" : nothing}
    ?autofocus=${why !== ""}><small class="wrong" id="${id}-wrong">${why}</small>`;

  // The texts that players add to the shuffle: for the next game, or with the form for a seat.
  /** @type {(state: State) => Drawn} */
  function ownText(state) {
    const { id, view, seat, daily, text } = state, add = _("Add it");
    const [next, first] = [_("Your own text for the shuffle of the next game"), _("Your own text for the shuffle")];
    if (seat !== null && !daily && (!view || isOver(view))) {
      return html`<form id="own" method="post" action="/t/${id}/text" data-live><p class="field">${field("own-text", "text", next, text, "")}</p><p
        class="actions"><button>${add}</button></p></form>`;
    }
    const { value = "", why = "" } = refused?.text ?? {};
    return asks(state) === "sit" ? html`<p class="field" id="sit-text">${field("text", "text", first, value, why, "sit")}</p>` : nothing;
  }

  /** @type {(state: State) => Drawn} */
  function fair(state) {
    const { view, again, daily, promise, next_promise } = state, [title, check] = [_("Fair deal"), _("How to check that")];
    const dealt = _("These cards were dealt before: people who saw that game know them.");
    const secret = _("The cards come from a secret with this SHA-256; the game file shows the secret after the game:");
    const before = _("It is also the secret of the day before: all deals were fixed before the first day.");
    const next = view ? _("The secret of the next game has this SHA-256:")
      : _("The cards will come from the texts that players add and a secret with this SHA-256:");
    return html`<summary>${title}</summary>${again ? html`<p>${dealt}${linked("earlier-game", (to) => to.replace("{game}", again))}</p>` : nothing}${view
      ? html`<p>${secret}</p><p><code>${promise}</code></p>` : nothing}${daily
      ? html`<p>${before}${linked("deal-results", (to) => `${to.replace("{day}", daily)}#fair`, check)}</p>`
      : html`<p>${next}</p><p><code>${next_promise}</code></p>`}${ownText(state)}`;
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

  /** @type {(state: State) => Drawn} */
  function rules({ around: { game, rules, rules_page } }) {
    const [title, changed] = [_("Rules: {game}", { game }), _("(changed)")];
    const about = (links["rules-of-game"] ?? []).map(([to, word]) => html`<p><a href="${to}/${rules_page}" target="_blank">${word}</a></p>`);
    return html`<details><summary>${title}</summary><ul>${rules.map(([sentence, is]) =>
      html`<li>${sentence}${is ? html` <em>${changed}</em>` : nothing}</li>`)}</ul>${about}</details>`;
  }

  return {
    "invite-first": (state) => (invites(state) ? invitation : nothing), "invite-after": later, stay, fair, muted: mutes,
    "about-players": () => around("players"), "in-force": rules,
  };
}
