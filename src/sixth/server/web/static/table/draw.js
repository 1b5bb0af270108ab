// The page of a table, drawn anew where what is known of it has changed.
import { render } from "../lit/lit-html.js";
import { around } from "./around.js";
import { byId } from "./page.js";
import { change, scene, store, watch } from "./store.js";
import { hasCompany } from "./turn.js";
import { attributesOf, isApart, shared } from "./view/table.js";

/** @typedef {ReturnType<typeof import("./words.js").words>} Words */
/** @typedef {(say: Words, page: import("./view/table.js").Page) => {whole: (scene: import("./types.js").Scene) => any}} View */

/** @type {import("./view/table.js").Apart | null} */
let apart = null;
/** @type {Promise<void> | null} */
let loading = null;

// The path of a seat's mark, as the style sheet has it.
function shape(/** @type {number} */ seat) {
  const url = getComputedStyle(document.documentElement).getPropertyValue(`--shape-${seat}`);
  return / d='([^']*)'/.exec(url)?.[1] ?? "";
}

// Load what is drawn while the viewer plays no game, once that is so, or a part of it is asked for.
/** @type {(say: Words, page: import("./view/table.js").Page, asked?: boolean) => Promise<void>} */
export function load(say, page, asked = false) {
  if (apart || !store.known || !(asked || isApart(store.known))) return Promise.resolve();
  return loading ??= import(byId("sentences").dataset.apart).then(({ parts }) => {
    apart = parts(say, { ...page, around, shape }, shared);
    change({});
    document.dispatchEvent(new Event("sixth:shown"));
  });
}

/**
 * Draw the table by a view of it, and again after each change.
 * @param {View} view
 * @param {Words} say
 * @param {import("./view/table.js").Page & {screen: boolean}} page
 */
export function drawing(view, say, page) {
  const main = byId("table"), talk = byId("talk"), { screen } = page;
  const { whole } = view(say, { ...page, around, apart: () => apart, watchers: () => store.watchers });
  main.replaceChildren();
  document.addEventListener("toggle", ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.id === "rounds" && target.open) load(say, page, true);
  }, true);
  watch(() => {
    if (!store.state) return;
    load(say, page).catch(() => {});
    for (const [name, value] of Object.entries(attributesOf(store.state, screen))) {
      if (value === null) main.removeAttribute(name);
      else if (main.getAttribute(name) !== value) main.setAttribute(name, value);
    }
    if (talk) talk.hidden = !hasCompany(store.state);
    const title = `${say.tab(store.state)} – Sixth`;
    if (document.title !== title) document.title = title;
    document.documentElement.toggleAttribute("data-unread", store.unread);
    render(whole(scene()), main);
  });
}
