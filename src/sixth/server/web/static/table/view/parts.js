// The parts of features, as they give them (server/parts.py); templates/table/parts.html draws the same without scripts. Pure.

/** @typedef {import("./elements.js").Drawn} Drawn */
/** @typedef {import("../types.js").TablePart} TablePart */
/** @typedef {import("../types.js").PartLink} PartLink */
/** @typedef {import("../types.js").PartForm} PartForm */

/**
 * Return functions that draw parts, and the links of parts alone.
 * @param {import("./table.js").Shared} shared
 */
export function features({ html, nothing, input }) {
  /** @type {(link: PartLink) => Drawn} */
  const link = ({ address, label, is_button, share }) => html`<a class=${is_button ? "button" : nothing} id=${share ? "share" : nothing} href=${address}
    download=${share ? "sixth.png" : nothing} data-text=${share ?? nothing}>${label}</a> `;

  // The button has an id, by which the focus stays with it where a list changes.
  /** @type {(form: PartForm, kind: string | Drawn, beside?: Drawn) => Drawn} */
  function form({ action, label, id, fields = {}, name, is_main, is_live, asking }, kind, beside = nothing) {
    const button = [action, ...Object.values(fields)].join("-");
    return html`<form id=${id ?? nothing} class=${kind} method="post" action=${action} data-live=${is_live ? "" : nothing} data-asking=${asking ?? nothing}>${
      Object.entries(fields).map(([key, value]) => input(key, value))}<button id=${button} class=${is_main ? "main" : nothing}
      aria-label=${name ?? nothing}>${label}</button> ${beside}</form>`;
  }

  /** @type {(part: TablePart) => Drawn} */
  function sentence({ text = "", clock }) {
    if (!clock) return text;
    // A script writes the time.
    const [before, after] = text.split(clock.shown);
    return html`<b class="left" data-now=${clock.now} data-left=${clock.left} data-bank="0" data-turn=${clock.whole} data-most="0">${before}<span></span>${
      after} <progress max="1" value="0" aria-hidden="true"></progress></b>`;
  }

  /** @type {(part: TablePart) => Drawn} */
  function words(part) {
    const { name, links = [], small = [] } = part;
    return html`${name ? html`<b><bdi>${name}</bdi></b> ` : nothing}${sentence(part)} ${links.map(link)}${small.map((each, at) =>
      html`${at ? html`<br>` : nothing}<small>${each}</small>`)}`;
  }

  /** @type {(part: TablePart) => Drawn} */
  const item = (part) => html`<li>${part.form ? [html`<span>${words(part)}</span>`, form(part.form, nothing)] : words(part)}</li>`;

  /** @type {(part: TablePart) => Drawn} */
  function content(part) {
    const { kind = nothing, text, links, form: sent, items } = part;
    if (sent) return form(sent, part.kind ?? "actions", links?.map(link));
    const said = text || links ? html`<p class=${items ? nothing : kind}>${words(part)}</p>` : nothing;
    return items ? [said, html`<ul class=${kind}>${items.map(item)}</ul>`] : said;
  }

  /** @type {(part: TablePart) => Drawn} */
  function whole(part) {
    const { heading, script, kind = nothing, ...rest } = part;
    if (script) return html`<section class=${kind} id=${script.id} aria-label=${script.label} data-by=${script.address}
      data-given=${JSON.stringify(script.given)}>${content(rest)}</section>`;
    return heading ? html`<section aria-label=${heading}><h2>${heading}</h2>${content(part)}</section>` : content(part);
  }

  return {
    parts: (/** @type {TablePart[]} */ all = []) => all.map(whole),
    links: (/** @type {TablePart[]} */ all = []) => all.flatMap(({ links = [] }) => links.map(link)),
  };
}
