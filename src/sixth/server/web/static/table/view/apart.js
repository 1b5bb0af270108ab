// What is drawn of a table while its viewer plays no game, and around it. The page loads it beside the scripts of a game.
import { asides } from "./asides.js";
import { lobbies } from "./lobby.js";
import { outcomes } from "./outcome.js";
import { features } from "./parts.js";

/**
 * Return functions that draw these parts for a viewer.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export function parts(say, page, shared) {
  const { parts: draw, links } = features(shared, page.refused), given = (/** @type {string} */ place) => page.given?.()[place];
  const all = { ...page, around: (/** @type {string} */ place) => draw(given(place)), linksAround: () => links(given("links")) };
  return { ...lobbies(say, all, shared), ...outcomes(say, all, shared), asides: asides(say, all, shared) };
}
