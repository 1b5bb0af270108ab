// The page of a table, drawn anew where what is known of it has changed.
import { render } from "../lit/lit-html.js";
import { around } from "./around.js";
import { byId } from "./page.js";
import { scene, store, watch } from "./store.js";
import { hasCompany } from "./turn.js";
import { attributesOf } from "./view/table.js";

/** @typedef {ReturnType<typeof import("./words.js").words>} Words */
/** @typedef {(say: Words, page: import("./view/table.js").Page) => {whole: (scene: import("./types.js").Scene) => any}} View */

/**
 * Draw the table by a view of it, and again after each change.
 * @param {View} view
 * @param {Words} say
 * @param {import("./view/table.js").Page & {screen: boolean}} page
 */
export function drawing(view, say, page) {
  const main = byId("table"), talk = byId("talk"), { screen } = page;
  const { whole } = view(say, { ...page, around, watchers: () => store.watchers });
  main.replaceChildren();
  watch(() => {
    if (!store.state) return;
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
