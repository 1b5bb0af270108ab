// The parts of a page that the server gives as data (server/parts.py); templates/table/parts.html draws the same without scripts. Pure.

/** Whether the system shares files with other apps. */
const canShare = () => !!globalThis.navigator?.canShare?.({ files: [new File([], "sixth.png", { type: "image/png" })] });

/**
 * Return functions that draw parts, and the links of parts alone.
 * @param {import("./table.js").Shared} shared
 * @param {import("./table.js").Page} page
 */
export function features({ html, svg, nothing, input }, { refused }) {
  // What was saved is said beside its link, by `saving.js`.
  /** @type {(link: PartLink) => Drawn} */
  const link = ({ address, label, is_button, opens_tab, saved, file = "", share }) => html`<a class=${is_button ? "button" : nothing} href=${address}
    target=${opens_tab ? "_blank" : nothing} download=${saved ? file : nothing} data-saved=${saved ?? nothing} data-text=${share?.text ?? nothing}>${
    share && canShare() ? share.label : label}</a>${saved ? html`<small class="saved" role="status"></small>` : nothing} `;

  // The button has an id, by which the focus stays with it where a list changes.
  /** @type {(form: PartForm, kind: string | Drawn, beside?: Drawn) => Drawn} */
  function form({ action, label, id, fields = {}, name, is_live, asking }, kind, beside = nothing) {
    const button = [action, ...Object.values(fields)].join("-");
    return html`<form id=${id ?? nothing} class=${kind} method="post" action=${action} data-live=${is_live ? "" : nothing} data-asking=${asking ?? nothing}>${
      Object.entries(fields).map(([key, value]) => input(key, value))}<button id=${button} aria-label=${name ?? nothing}>${label}</button> ${beside}</form>`;
  }

  // A field whose error stands beside it.
  /** @type {(field: PartField) => Drawn} */
  function field({ id, form, name, label, value: kept }) {
    const { value = kept, why = "" } = refused?.()[id] ?? {};
    return html`<p class="field"><label for=${id}>${label}</label><input id=${id} name=${name} form=${form} value=${value}
      autocomplete="off" dir="auto" aria-describedby="${id}-wrong" aria-invalid=${why ? "true" : nothing} ?autofocus=${why !== ""}><small
      class="wrong" id="${id}-wrong">${why}</small></p>`;
  }

  /** @type {(part: TablePart) => Drawn} */
  function words(part) {
    const { name, text = "", code, drawn, links = [], small = [] } = part;
    return html`${name ? html`<b><bdi>${name}</bdi></b> ` : nothing}${text} ${code ? html`<code>${code}</code>` : nothing}${drawn ? html`<svg class="interval" viewBox="0 0 100 12" role="img" aria-label=${drawn.label}>${
      drawn.paths.map((d) => svg`<path d=${d}/>`)}</svg>` : nothing}${links.map(link)}${small.map((each, at) =>
      html`${at || drawn ? html`<br>` : nothing}<small>${each}</small>`)}`;
  }

  /** @type {(part: TablePart) => Drawn} */
  const item = (part) => html`<li class=${part.kind ?? nothing}>${part.form ? [html`<span>${words(part)}</span>`, form(part.form, nothing)] : words(part)}</li>`;

  /** @type {(part: TablePart) => Drawn} */
  function content(part) {
    const { kind = nothing, text, links, field: asked, form: sent, items } = part;
    if (asked || sent) return [asked ? field(asked) : nothing, sent ? form(sent, part.kind ?? "actions", words(part)) : nothing];
    const said = text || links ? html`<p class=${items ? nothing : kind}>${words(part)}</p>` : nothing;
    return items ? [said, html`<ul class=${kind}>${items.map(item)}</ul>`] : said;
  }

  /** @type {(part: TablePart) => Drawn} */
  function whole(part) {
    const { heading, summary, script, kind = nothing, ...rest } = part;
    if (script) return html`<section class=${kind} id=${script.id} aria-label=${script.label} data-by=${script.address}
      data-given=${JSON.stringify(script.given)}>${content(rest)}</section>`;
    if (summary) return html`<details><summary>${summary}</summary>${content(part)}</details>`;
    return heading ? html`<section aria-label=${heading}><h2>${heading}</h2>${content(part)}</section>` : content(part);
  }

  return {
    parts: (/** @type {TablePart[]} */ all = []) => all.map(whole),
    links: (/** @type {TablePart[]} */ all = []) => all.flatMap(({ links = [] }) => links.map(link)),
  };
}
