// The player's standing with puzzles, in this browser only: a rating as in chess, streaks, and the puzzles tried.
// `sixth.puzzles.rating` counts the same in a terminal. Pure, except for the storage.
const BEGIN = 1200, SPREAD = 400, GAIN = 32, KEPT = "sixth-puzzles";

/** How many puzzles a rating needs before it says something. */
export const SETTLED = 10;

/**
 * `set` is the version of the puzzles, as other versions have other numbers.
 * @typedef {{rating: number, streak: number, longest: number, tried: number[], set: string}} Standing
 */
/**
 * The data of all puzzles: the ratings of their difficulties (a character each) and the themes by index.
 * @typedef {{set: string, difficulties: string, themes: string, names: string[], ratings: number[]}} Puzzles
 */

// Return the stored standing, or that of a newcomer.
/** @type {(puzzles: Puzzles) => Standing} */
export function read({ set }) {
  let kept;
  try { kept = JSON.parse(localStorage.getItem(KEPT) ?? "null"); } catch { /* none, then */ }
  const sound = kept && ["rating", "streak", "longest"].every((name) => Number.isInteger(kept[name])) && Array.isArray(kept.tried);
  const stored = sound ? kept : { rating: BEGIN, streak: 0, longest: 0, tried: [] };
  return stored.set === set ? stored : { ...stored, set, tried: [] };
}

export function keep(/** @type {Standing} */ standing) {
  try { localStorage.setItem(KEPT, JSON.stringify(standing)); } catch { /* it counts for this page, then */ }
}

/** @type {(puzzles: Puzzles, one: number) => number} */
const ratingOf = ({ ratings, difficulties }, one) => ratings[Number(difficulties[one - 1]) - 1];

/** @type {(standing: Standing) => boolean} */
export const isNew = ({ rating, streak }) => rating === BEGIN && !streak;

// Return the standing after the first try at a puzzle.
/** @type {(puzzles: Puzzles, standing: Standing, one: number, right: boolean) => Standing} */
export function after(puzzles, standing, one, right) {
  const { rating, streak, longest, tried } = standing;
  const expected = 1 / (1 + 10 ** ((ratingOf(puzzles, one) - rating) / SPREAD)), now = right ? streak + 1 : 0;
  return {
    ...standing, rating: Math.floor(rating + GAIN * (Number(right) - expected) + 0.5), streak: now,
    longest: Math.max(longest, now), tried: [...tried, one],
  };
}

/**
 * Return the untried puzzles of a theme and a level ("" for any), except `now`, the nearest to the rating first.
 * @param {Puzzles} puzzles
 * @param {Standing} standing
 * @param {{now: number, theme: string, level: string}} query
 */
export function nearest(puzzles, { rating, tried }, { now, theme, level }) {
  const done = new Set([...tried, now]), { difficulties, themes } = puzzles, at = puzzles.names.indexOf(theme);
  const fits = (/** @type {number} */ one) =>
    (at < 0 || Number(themes[one - 1]) === at) && (!level || difficulties[one - 1] === level);
  const far = (/** @type {number} */ one) => Math.abs(ratingOf(puzzles, one) - rating);
  const left = [...difficulties].map((_, index) => index + 1).filter((one) => !done.has(one) && fits(one));
  return left.sort((one, other) => far(one) - far(other) || one - other);
}
