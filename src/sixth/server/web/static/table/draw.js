// The page of a table, drawn anew where what is known of it has changed.
import { render } from "../lit/lit-html.js";
import { around } from "./around.js";
import { byId } from "./page.js";
import { scene, store, watch } from "./store.js";
import { hasCompany } from "./turn.js";
import { attributesOf, tables } from "./view/table.js";

/**
 * Draw the table, and again after each change.
 * @param {ReturnType<typeof import("./words.js").words>} say
 * @param {{screen: boolean, deals: string, bubble: (message: import("./types.js").Message, mine: boolean) => import("./view/elements.js").Drawn}} page
 */
export function drawing(say, { screen, deals, bubble }) {
  const main = byId("table"), talk = byId("talk");
  const { whole } = tables(say, { screen, deals, around, bubble, watchers: () => store.watchers });
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
