// The page of a table, drawn anew where what is known of it has changed.
import { render } from "../lit/lit-html.js";
import { muted } from "./chat.js";
import { byId } from "./page.js";
import { change, scene, store, watch } from "./store.js";
import { chat } from "./view/chat.js";
import { attributesOf, shared } from "./view/table.js";

/** @typedef {(say: Words, page: import("./view/table.js").Page) => {whole: (scene: Scene) => any}} View */

/** @type {import("./view/table.js").Apart | null} */
let apart = null;
/** @type {ReturnType<typeof import("./view/asides.js").arounds> | null} */
let beside = null;
/** @type {((state: State) => Drawn) | null} */
let differs = null;

// Milliseconds after which a script that did not come is asked for again, and how often one did not.
const AGAIN = 5000;
let failed = 0;
/** @type {Map<string, Promise<any>>} */
const loading = new Map();
// Load a sheet, unless the page has it.
/** @type {(href: string) => Promise<unknown>} */
const sheet = (href) => new Promise((done, failed) => {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return done(null);
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done });
  link.onerror = () => { link.remove(); failed(new Error(href)); };
  document.head.append(link);
});
// Load a script that the page names, and its sheet, and show the page anew with what it makes; at once where it is there already.
/** @type {(name: "apart" | "asides" | "differs", make: (module: any) => void) => Promise<void>} */
function load(name, make) {
  const { [name]: by, [`${name}Sheet`]: style } = byId("sentences").dataset;
  const made = (/** @type {any[]} */ [module]) => {
    make(module);
    change({});
    if (store.state) document.dispatchEvent(new Event("sixth:shown"));
  };
  const lost = (/** @type {Error} */ error) => {
    failed += 1;
    loading.delete(name);
    setTimeout(() => change({}), AGAIN);
    throw error;
  };
  // A browser may remember that an address failed.
  const comes = (/** @type {string} */ address) => Promise.all([import(failed ? `${address}&again=${failed}` : address), style && sheet(style)]);
  if (by && !loading.has(name)) loading.set(name, comes(by).then(made, lost));
  return loading.get(name) ?? Promise.resolve();
}

// Whether the viewer plays no game, or it may end with the cards in hand.
/** @type {(state: State) => boolean} */
const isApart = ({ view, seat, between_rounds }) => !view || seat === null || between_rounds || Math.max(...view.counts) < 2;

/**
 * Return a function that loads what a state needs beside the scripts of a game.
 * @param {Words} say
 * @param {import("./view/table.js").Page} page
 * @returns {(state: State) => Promise<unknown>}
 */
export function loader(say, page) {
  const invitation = byId("invitation")?.content.firstElementChild;
  /** @type {NodeListOf<HTMLElement> | undefined} */
  const ways = invitation?.querySelectorAll("[data-can]");
  for (const each of ways ?? []) each.hidden = each.dataset.can === "share" && !navigator.share;
  const all = { ...page, invitation, muted, given: () => store.given, refused: () => store.refused };
  const around = (/** @type {string} */ place) => beside?.around(place) ?? [], linksAround = () => beside?.linksAround() ?? [];
  const together = (/** @type {State} */ { view, seat, around: { talks } }) => talks || !view || seat === null;
  return (state) => Promise.all([
    together(state) && sheet(byId("sentences").dataset.together ?? ""),
    load("asides", ({ arounds }) => { beside = arounds(say, all, shared); }),
    !page.screen && state.around.differs.length && load("differs", ({ lines }) => { differs = lines(say, byId("sentences").dataset, shared); }),
    isApart(state) && load("apart", ({ parts }) => { apart = parts(say, { ...all, around, linksAround }, shared); }),
  ]);
}

// The most lines of chat on the page.
const MOST_LINES = 50;

// What lies around the table changes with the state alone, not with what its viewer does at the page.
/** @type {unknown[]} */
let drawn = [];
/** @type {(state: State, talk: (state: State) => Drawn) => void} */
function drawAround(state, talk) {
  const { view, seat, barred } = state, now = [state, store.given, store.said, store.refused, beside];
  if (now.every((each, at) => each === drawn[at])) return;
  drawn = now;
  for (const [id, is] of Object.entries({ talk: state.around.talks, speak: seat !== null, "notify-me": seat !== null })) {
    const part = byId(id);
    if (part) part.hidden = !is;
  }
  if (view || barred) byId("lesson")?.remove();
  for (const [id, draw] of Object.entries({ ...beside?.asides, lines: talk, "text-said-wrong": () => store.refused["text-said"]?.why ?? "" })) {
    const part = byId(id);
    if (part) render(draw(state), part);
  }
  const field = byId("text-said");
  if (field) field.ariaInvalid = store.refused["text-said"] ? "true" : null;
}

/**
 * Draw the table by a view of it, and again after each change.
 * @param {View} view
 * @param {Words} say
 * @param {import("./view/table.js").Page & {screen: boolean, phrases: import("./view/chat.js").Phrases}} page
 * @param {(state: State) => Promise<unknown>} load loads what a state needs
 */
export function drawing(view, say, page, load) {
  const main = byId("table"), { screen, phrases } = page, report = byId("talk")?.dataset.report ?? "";
  const { inside, lines } = chat(phrases, { language: document.documentElement.lang, you: say.speak._("You"), report });
  const { whole } = view(say, { ...page, bubble: inside, lines, said: () => store.said, apart: () => apart, differs: (state) => differs?.(state) ?? [], watchers: () => store.watchers });
  for (const part of [main, byId("text-said-wrong")]) part?.replaceChildren();
  watch(() => {
    if (!store.state) return;
    for (const [name, value] of Object.entries(attributesOf(store.state, screen))) {
      if (value === null) main.removeAttribute(name);
      else if (main.getAttribute(name) !== value) main.setAttribute(name, value);
    }
    const title = `${say.tab(store.state)} – Sixth`;
    if (document.title !== title) document.title = title;
    document.documentElement.toggleAttribute("data-unread", store.unread);
    drawAround(store.state, (state) => lines(state, store.said, MOST_LINES));
    render(whole(scene()), main);
    load(store.state).catch(() => { /* it is asked for again */ });
  });
}
