// The chart of heads a round, game by game, with their mean.
import {nothing, render, svg as drawn} from "../lit/lit-html.js";

const LEFT = 30, RIGHT = 350, TOP = 10, BOTTOM = 130;

// A player who is out plays no more rounds.
const own = ({past, seat}) => past.map((heads) => heads[seat]).filter((heads) => heads !== null);
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/** The mean of heads a round, and the interval of 95 % around it by Student's distribution; null under ten rounds. */
export function mean(games) {
  const rounds = games.flatMap(own), count = rounds.length;
  if (count < 10) return null;
  const middle = sum(rounds) / count;
  const spread = Math.sqrt(sum(rounds.map((each) => (each - middle) ** 2)) / (count - 1) / count);
  // Within a hundredth of the quantile from nine degrees of freedom on.
  const margin = (1.96 + 2.72 / (count - 1)) * spread;
  return {mean: middle, low: Math.max(0, middle - margin), high: middle + margin, rounds: count};
}

/** Draw two games or more, the oldest first, each at its heads a round, with a line at the mean of all. */
export function draw(svg, games, label) {
  const heights = games.toReversed().map((game) => sum(own(game)) / own(game).length);
  const step = [1, 2, 5, 10, 20, 50].find((size) => Math.max(...heights) / size <= 5) ?? 100;
  const top = Math.max(step, Math.ceil(Math.max(...heights) / step) * step);
  const x = (at) => (LEFT + 8 + (RIGHT - LEFT - 16) * at / (heights.length - 1)).toFixed(1);
  const y = (heads) => (BOTTOM - (BOTTOM - TOP) * heads / top).toFixed(1);
  const grid = [];
  for (let heads = 0; heads <= top; heads += step) grid.push(drawn`<path d="M${LEFT} ${y(heads)}H${RIGHT}"/><text x=${LEFT - 5} y=${Number(y(heads)) + 4}>${heads}</text>`);
  const points = heights.map((heads, at) => [x(at), y(heads)]), all = mean(games);
  svg.setAttribute("aria-label", label);
  render(drawn`<g class="grid">${grid}</g><g class="k0">${all ? drawn`<path class="mean" d="M${LEFT} ${y(all.mean)}H${RIGHT}"/>` : nothing}<polyline
    class="line" points=${points.map((point) => point.join()).join(" ")}/>${points.length > 60 ? nothing
    : points.map(([cx, cy]) => drawn`<circle class="dot" cx=${cx} cy=${cy} r="3"/>`)}</g>`, svg);
}
