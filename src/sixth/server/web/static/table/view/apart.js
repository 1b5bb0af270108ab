// What is drawn of a table while its viewer plays no game. The page loads it where that is so, or soon will be.
import { lobbies } from "./lobby.js";
import { outcomes } from "./outcome.js";

/**
 * Return functions that draw these parts for a viewer.
 * @param {Words} say
 * @param {import("./table.js").Page} page
 * @param {import("./table.js").Shared} shared
 */
export const parts = (say, page, shared) => ({ ...lobbies(say, page, shared), ...outcomes(say, page, shared) });
