// How one fares with puzzles, in this browser only: a rating as in chess, a streak, which were tried, and on how many days
// in a row all of the day's five were. `sixth.puzzles.rating` counts the same in a terminal. Pure, but for what is kept.
const BEGIN = 1200, SPREAD = 400, GAIN = 32, DAY_MS = 864e5, KEPT = "sixth-puzzles";

/**
 * `solved` are those of the puzzles tried that were solved at first; `day` is the last day whose five were all tried, and
 * `days` how many such days there were in a row; `set` tells these puzzles from others, which have other numbers.
 * @typedef {{rating: number, streak: number, longest: number, tried: number[], solved: number[], day: string, days: number,
 *   set: string}} Standing
 */
/**
 * What pages know of all puzzles: the ratings of their difficulties (a character each) and the themes by index.
 * @typedef {{set: string, difficulties: string, themes: string, names: string[], ratings: number[], day: string, five: number[]}} Puzzles
 */

/** @type {(value: unknown) => boolean} */
const isCount = (value) => Number.isInteger(value) && /** @type {number} */ (value) >= 0;

/**
 * Return the standing that is kept, or that of somebody who has tried none.
 * @param {Puzzles} puzzles
 * @returns {Standing}
 */
export function read({ set }) {
  let kept;
  try { kept = JSON.parse(localStorage.getItem(KEPT) ?? "null"); } catch { /* none, then */ }
  const sound = kept && ["rating", "streak", "longest"].every((name) => Number.isInteger(kept[name])) && Array.isArray(kept.tried);
  const found = sound ? kept : { rating: BEGIN, streak: 0, longest: 0, tried: [] };
  if (!Array.isArray(found.solved)) found.solved = [];
  if (!isCount(found.days) || typeof found.day !== "string") Object.assign(found, { days: 0, day: "" });
  return found.set === set ? found : { ...found, set, tried: [], solved: [] };
}

export function keep(/** @type {Standing} */ standing) {
  try { localStorage.setItem(KEPT, JSON.stringify(standing)); } catch { /* it counts for this page, then */ }
}

/** @type {(puzzles: Puzzles, one: number) => number} */
const ratingOf = ({ ratings, difficulties }, one) => ratings[Number(difficulties[one - 1]) - 1];

/** @type {(standing: Standing) => boolean} */
export const isNew = ({ rating, streak }) => rating === BEGIN && !streak;

/**
 * Return the standing after the first try at a puzzle.
 * @param {Puzzles} puzzles
 * @param {Standing} standing
 * @param {number} one
 * @param {boolean} right
 * @returns {Standing}
 */
export function after(puzzles, standing, one, right) {
  const { rating, streak, longest, tried, solved } = standing;
  const expected = 1 / (1 + 10 ** ((ratingOf(puzzles, one) - rating) / SPREAD)), now = right ? streak + 1 : 0;
  return counted(puzzles, {
    ...standing, rating: Math.floor(rating + GAIN * (Number(right) - expected) + 0.5), streak: now,
    longest: Math.max(longest, now), tried: [...tried, one], solved: right ? [...solved, one] : solved,
  });
}

/** @type {(day: string) => string} */
const before = (day) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

// A day counts once all of its five were tried.
/** @type {(puzzles: Puzzles, standing: Standing) => Standing} */
function counted({ day, five }, standing) {
  if (standing.day === day || !five.every((one) => standing.tried.includes(one))) return standing;
  return { ...standing, day, days: standing.day === before(day) ? standing.days + 1 : 1 };
}

/**
 * Return the days in a row up to now: yesterday's still count while today's are to come.
 * @param {Puzzles} puzzles
 * @param {Standing} standing
 */
export const daysOf = ({ day }, standing) => ([day, before(day)].includes(standing.day) ? standing.days : 0);

/**
 * Return the puzzles of a theme and a level ("" for any) that were not tried, but `now`, the nearest to the rating first.
 * @param {Puzzles} puzzles
 * @param {Standing} standing
 * @param {{now: number, theme: string, level: string}} wanted
 */
export function nearest(puzzles, { rating, tried }, { now, theme, level }) {
  const done = new Set([...tried, now]), { difficulties, themes } = puzzles, at = puzzles.names.indexOf(theme);
  const fits = (/** @type {number} */ one) =>
    (at < 0 || Number(themes[one - 1]) === at) && (!level || difficulties[one - 1] === level);
  const far = (/** @type {number} */ one) => Math.abs(ratingOf(puzzles, one) - rating);
  const left = [...difficulties].map((_, index) => index + 1).filter((one) => !done.has(one) && fits(one));
  return left.sort((one, other) => far(one) - far(other) || one - other);
}

/**
 * Return the next of the day's five that was not tried, but `now`.
 * @param {Puzzles} puzzles
 * @param {Standing} standing
 * @param {number} now
 */
export const nextToday = ({ five }, { tried }, now) => five.find((each) => each !== now && !tried.includes(each));
