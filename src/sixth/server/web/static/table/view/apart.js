// What is drawn of a table while its viewer plays no game. The page loads it when it is needed.
import { lobbies } from "./lobby.js";
import { outcomes } from "./outcome.js";

/**
 * Return functions that draw these parts for a viewer.
 * @param {import("./elements.js").Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export const parts = (say, page, shared) => ({ ...lobbies(say, page, shared), ...outcomes(say, page, shared) });
