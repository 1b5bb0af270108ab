// The chart of the totals by round.
import {render, svg as drawn} from "../lit/lit-html.js";

const LEFT = 34, RIGHT = 134, TOP = 14, LINE = 15;

/** Draw the totals by round as lines into `svg`; names stand at the ends, moved apart where they would overlap. */
export function chart(svg, game, stands, {limit, label, alt}) {
  const wide = Math.max(290, svg.clientWidth || 600);
  const tall = Math.max(200, game.players.length * LINE + 40);
  const bottom = tall - 24;
  const highest = Math.max(1, limit ?? 0, ...stands.totals) * 1.04;
  const x = (round) => LEFT + (wide - LEFT - RIGHT) * round / Math.max(1, game.rounds.length);
  const y = (total) => bottom - (bottom - TOP) * total / highest;
  const every = Math.ceil(game.rounds.length / 10);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000].find((size) => highest / size <= 6) ?? 10_000;
  const parts = [];
  for (let total = 0; total <= highest; total += step) {
    parts.push(drawn`<path class="grid" d="M${LEFT} ${y(total)}H${wide - RIGHT}"/><text x=${LEFT - 6} y=${y(total) + 4} text-anchor="end">${total}</text>`);
  }
  for (let round = 1; round <= game.rounds.length; round += every) parts.push(drawn`<text x=${x(round)} y=${tall - 6} text-anchor="middle">${round}</text>`);
  if (limit) parts.push(drawn`<line class="limit" x1=${LEFT} x2=${wide - RIGHT} y1=${y(limit)} y2=${y(limit)}/><text class="limit" x=${LEFT + 4} y=${y(limit) - 4}>${label}</text>`);
  const order = game.players.map((_, seat) => seat).sort((one, other) => stands.totals[other] - stands.totals[one]);
  let free = TOP - LINE;
  const heights = order.map((seat) => (free = Math.max(free + LINE, y(stands.totals[seat]) + 4)));
  // Names that were pushed below the chart move up again.
  for (let place = heights.length - 1, most = bottom + 4; place >= 0; place--, most -= LINE) heights[place] = Math.min(heights[place], most);
  order.forEach((seat, place) => {
    const points = [0, ...stands.byRound.map((sums) => sums[seat])].map((total, round) => [x(round), y(total)]);
    const name = [...game.players[seat]], short = name.length > 11 ? `${name.slice(0, 10).join("")}…` : name.join("");
    const [right, last] = points.at(-1), end = wide - RIGHT, height = heights[place];
    parts.push(drawn`<g class="k${seat % 10}"><polyline points=${points.map((point) => point.map((at) => at.toFixed(1)).join()).join(" ")}/><circle
      cx=${right} cy=${last} r="3.5"/><circle cx=${end + 22} cy=${height - 4} r="3.5"/><path class="key" d="M${end + 8} ${height - 4}H${
      end + 36}"/><text x=${end + 41} y=${height}>${short}</text></g>`);
  });
  svg.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  svg.setAttribute("aria-label", alt);
  render(parts, svg);
}
