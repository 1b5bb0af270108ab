// A table before its first game, and the way in for those who come later. Pure.
// It is loaded when it is needed, so the page gives it what it shares with others.

/**
 * Return functions that draw these parts for a viewer.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export function lobbies(say, page, { html, nothing, asks }) {
  const { _ } = say.speak, { around = () => [], bots = {}, refused } = page;

  /** @type {(state: State, name: string, inside: Drawn) => Drawn} */
  const form = ({ id }, name, inside) =>
    html`<form id=${name} class="actions" method="post" action="/t/${id}/${name}">${inside}</form>`;

  // A form of a page, whose answer gives the browser its seat; refused, it stays as it was filled in.
  /** @type {(state: State) => Drawn} */
  function sit(state) {
    const { value: name = "", why = "" } = refused?.().name ?? {}, [label, word] = [_("Your name"), _("Sit down")];
    return form(state, "sit", html`<p class="field"><label for="name">${label}</label><input id="name" name="name" value=${name}
      required autocomplete="nickname" dir="auto" data-focus=${state.view ? nothing : ""} aria-describedby="name-wrong"
      aria-invalid=${why ? "true" : nothing} ?autofocus=${why !== ""}><small class="wrong" id="name-wrong">${why}</small></p><button
      class="main">${word}</button>`);
  }

  /** @type {(state: State) => Drawn} */
  function begin(state) {
    const free = state.seats.findIndex(({ sitter }) => !sitter), [label, start, add] = [_("Bots on free seats"), _("Start the game"), _("Add a bot")];
    const options = () => Object.entries(bots).map(([key, about]) => html`<option value=${key}>${about}</option>`);
    return form(state, "begin", html`${free < 0 ? nothing : html`<p class="field"><label for="fill">${label}</label><select id="fill"
      name="bots">${options()}</select></p>`}<button class="main">${start}</button>${free < 0 ? nothing
      : html`<button formaction="/t/${state.id}/bot" name="seat" value=${free}>${add}</button>`}`);
  }

  /** @type {(state: State, is: boolean) => Drawn} */
  function ready(state, is) {
    const word = is ? _("Not ready yet") : _("I am ready");
    return form(state, "ready", html`<button class=${is ? nothing : "main"}>${word}</button>`);
  }

  // What the viewer may do; a host who is ready waits as the others do.
  /** @type {(state: State) => Drawn} */
  function doing(state) {
    const { seat, seats, barred } = state, asked = asks(state), watch = _("You can watch: the game appears here as soon as it starts.");
    if (asked === "sit") return [sit(state), around("start")];
    if (seat === null) return [barred ? nothing : html`<p class="lead">${watch}</p>`, around("start")];
    if (asked === "back") return nothing;
    const is = seats[seat].ready, begins = asked === "begin" && !is;
    return [begins ? begin(state) : nothing, around("start"), begins ? nothing : ready(state, is)];
  }

  /** @type {(state: State) => Drawn} */
  function lobby(state) {
    const label = _("This table");
    return html`<div id="gathering">${doing(state)}<section class="kept" aria-label=${label}>${around("settings")}</section></div>`;
  }

  // A newcomer during a round gets a seat from the next round on, or reads why there is none.
  /** @type {(state: State) => Drawn} */
  function late(state) {
    const { view, seat, barred, claim, offered } = state, [label, watch] = [_("Join in"), _("Just watch")];
    if (!view || seat !== null) return nothing;
    return html`<section class="late" id="late" aria-label=${label}>${barred ? nothing : html`<p>${state.around.late}</p>`}${claim !== null
      ? form(state, "leave", html`<button>${watch}</button>`) : offered !== null ? sit(state) : nothing}${around("start")}</section>`;
  }

  return { lobby, late };
}
