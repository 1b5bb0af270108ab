// A table before its first game, and the way in for those who come later. Pure.
// It is loaded when it is needed, so the page gives it what it shares with others.

/**
 * Return functions that draw these parts for a viewer.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export function lobbies(say, page, { html, nothing, asks }) {
  const { _ } = say.speak, { around = () => [], bots, name: own = "", refused } = page;

  /** @type {(state: State, name: string, inside: Drawn) => Drawn} */
  const form = ({ id }, name, inside) =>
    html`<form id=${name} class="actions" method="post" action="/t/${id}/${name}">${inside}</form>`;

  // A form of a page, whose answer gives the browser its seat; refused, it stays as it was filled in.
  /** @type {(state: State) => Drawn} */
  function sit(state) {
    const { value: name = own, why = "" } = refused?.().name ?? {}, [label, word] = [_("Your name"), _("Sit down")];
    return form(state, "sit", html`<p class="field"><label for="name">${label}</label><input id="name" name="name" value=${name}
      required autocomplete="nickname" dir="auto" data-focus=${state.view || name ? nothing : ""} aria-describedby="name-wrong"
      aria-invalid=${why ? "true" : nothing} ?autofocus=${why !== ""}><small class="wrong" id="name-wrong">${why}</small></p><button
      class="main">${word}</button>${around("sit")}`);
  }

  /** @type {(value: string, is: boolean, label: string, face?: string, about?: string) => Drawn} */
  const one = (value, is, label, face, about) => html`<label class="level" title=${about ?? nothing}><input type="radio" name="bots"
    value=${value} ?checked=${is}>${face ? html`<i class="face is-${face}" aria-hidden="true"></i>` : nothing}${label}</label>`;

  // How strong the bots on free seats are, or which kind they are.
  /** @type {(choice: BotChoice) => Drawn} */
  function levels({ levels, kinds, chosen }) {
    const [label, more] = [_("Bots on free seats"), _("Customise")];
    return html`<div class="levels" role="radiogroup" aria-labelledby="levels"><span id="levels">${label}</span>${levels.map(([value, face, word, about]) =>
      one(value, value === chosen, word, face, about))}<details ?open=${chosen in kinds}><summary>${more}</summary><div class="kinds">${
      Object.entries(kinds).map(([value, title]) => one(value, value === chosen, title))}</div></details></div>`;
  }

  /** @type {(state: State) => Drawn} */
  function begin(state) {
    const free = state.seats.findIndex(({ sitter }) => !sitter), [start, add] = [_("Start the game"), _("Add a bot")];
    return form(state, "begin", html`${free < 0 || !bots ? nothing : levels(bots)}<button class="main">${start}</button>${free < 0 ? nothing
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
    if (seat === null && around("seat").length) return around("seat");
    if (asked === "sit") return sit(state);
    if (seat === null) return barred ? nothing : html`<p class="lead">${watch}</p>`;
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
    if (around("seat").length) return around("seat");
    if (barred) return nothing;
    return html`<section class="late" id="late" aria-label=${label}><p>${state.around.late}</p>${claim !== null
      ? form(state, "leave", html`<button>${watch}</button>`) : offered !== null ? sit(state) : nothing}</section>`;
  }

  return { lobby, late };
}
