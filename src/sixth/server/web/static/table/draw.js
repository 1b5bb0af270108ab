// The page of a table, drawn anew where what is known of it has changed.
import { render } from "../lit/lit-html.js";
import { muted } from "./chat.js";
import { byId } from "./page.js";
import { scene, store, watch } from "./store.js";
import { chat } from "./view/chat.js";
import { attributesOf, shared } from "./view/table.js";

/** @typedef {(say: Words, page: import("./view/table.js").Page) => {whole: (scene: Scene) => any}} View */

/** @type {import("./view/table.js").Apart | null} */
let apart = null;

// Load what is drawn while the viewer plays no game, and around the table.
/** @type {(say: Words, page: import("./view/table.js").Page) => Promise<void>} */
export async function load(say, page) {
  const { parts } = await import(byId("sentences").dataset.apart), invitation = byId("invitation")?.content.firstElementChild;
  apart = parts(say, { ...page, invitation, muted, given: () => store.given }, shared);
}

// The most lines of chat on the page.
const MOST_LINES = 50;

// What lies around the table changes with the state alone, not with what its viewer does at the page.
/** @type {unknown[]} */
let drawn = [];
/** @type {(state: State, talk: Drawn) => void} */
function drawAround(state, talk) {
  const { view, seat, barred } = state, now = [state, store.given, store.said];
  if (now.every((each, at) => each === drawn[at])) return;
  drawn = now;
  for (const [id, is] of Object.entries({ talk: state.around.talks, speak: seat !== null, "notify-me": seat !== null })) {
    const part = byId(id);
    if (part) part.hidden = !is;
  }
  if (view || barred) byId("lesson")?.remove();
  for (const [id, draw] of Object.entries({ ...apart?.asides, lines: (/** @type {State} */ _state) => talk })) {
    const part = byId(id);
    if (part) render(draw(state), part);
  }
}

/**
 * Draw the table by a view of it, and again after each change.
 * @param {View} view
 * @param {Words} say
 * @param {import("./view/table.js").Page & {screen: boolean, phrases: import("./view/chat.js").Phrases}} page
 */
export function drawing(view, say, page) {
  const main = byId("table"), { screen, phrases } = page, report = byId("talk")?.dataset.report ?? "";
  const { inside, lines } = chat(phrases, { language: document.documentElement.lang, you: say.speak._("You"), report });
  const { whole } = view(say, { ...page, bubble: inside, lines, said: () => store.said, apart: () => apart, watchers: () => store.watchers });
  main.replaceChildren();
  watch(() => {
    if (!store.state) return;
    for (const [name, value] of Object.entries(attributesOf(store.state, screen))) {
      if (value === null) main.removeAttribute(name);
      else if (main.getAttribute(name) !== value) main.setAttribute(name, value);
    }
    const title = `${say.tab(store.state)} – Sixth`;
    if (document.title !== title) document.title = title;
    document.documentElement.toggleAttribute("data-unread", store.unread);
    drawAround(store.state, lines(store.state, store.said, MOST_LINES));
    render(whole(scene()), main);
  });
}
