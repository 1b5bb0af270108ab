// The totals by round: as a drawing, and as a table. Pure.

const WIDTH = 360, HEIGHT = 230, LEFT = 30, RIGHT = 240, TOP = 12, BOTTOM = 206;
// The least distance between the names beside the lines, the letters of a name, and the rounds with a number or a mark.
const GAP = 18, LETTERS = 11, NUMBERS = 10, POINTS = 50;
// The most rounds in the table.
const COLUMNS = 50;

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;
const placed = (/** @type {number} */ value, /** @type {number} */ most, /** @type {number} */ begin, /** @type {number} */ end) =>
  tenth(begin + ((end - begin) * value) / (most || 1));
const every = (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ step) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);
const short = (/** @type {string} */ name) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);

// The distance of grid lines: 1, 2 or 5 times a power of ten, for five lines at most.
function stepFor(/** @type {number} */ most) {
  for (let size = 1; ; size *= 10) {
    const step = [size, 2 * size, 5 * size].find((each) => most <= 5 * each);
    if (step) return step;
  }
}

// The heights, moved just enough that names at them do not touch and all stay inside.
function apart(/** @type {number[]} */ heights) {
  const order = [...heights.keys()].sort((one, other) => heights[one] - heights[other] || one - other);
  const found = order.map((at) => heights[at]), last = found.length - 1;
  for (let at = 1; at <= last; at++) found[at] = Math.max(found[at], found[at - 1] + GAP);
  found[last] = Math.min(found[last], BOTTOM + 6);
  for (let at = last; at > 0; at--) found[at - 1] = Math.min(found[at - 1], found[at] - GAP);
  return heights.map((_, seat) => tenth(found[order.indexOf(seat)]));
}

// The path of a shape by its number, as the style sheet has it.
function shape(/** @type {number} */ number) {
  const url = globalThis.getComputedStyle?.(document.documentElement).getPropertyValue(`--shape-${number}`) ?? "";
  return url.split(" d='")[1]?.split("'")[0] ?? "";
}

/**
 * Return functions that draw both, and mark bots.
 * @param {Words} say
 * @param {import("./table.js").Shared} shared
 */
export function charts(say, { html, svg, nothing, mark, standings, status }) {
  const { _ } = say.speak;

  // What stands behind the name of a bot, or of a person whose seat a bot has.
  /** @type {(state: State, seat: number) => Drawn} */
  function botMark({ seats }, seat) {
    const { sitter, stand_in } = seats[seat], word = stand_in ? _("{bot} plays", { bot: stand_in.name }) : _("bot");
    return stand_in || (sitter && sitter.kind !== "human") ? html` <small class="bot-mark">(${word})</small>` : nothing;
  }

  // Nothing before there are two rounds to compare.
  /** @type {(state: Playing) => Drawn} */
  function chart(state) {
    const { view: { past }, rules: { end } } = state, rounds = past.length;
    if (rounds < 2) return nothing;
    const lasted = standings(state).sort((one, other) => one.seat - other.seat).map((each) => each.rounds);
    const totals = lasted.map((count, seat) => past.slice(0, count).reduce((all, heads) => [...all, /** @type {number} */ (all.at(-1)) + heads[seat]], [0]));
    const most = Math.max(...totals.flat()), limit = end.kind === "score" && end.limit && most * 2 >= end.limit ? end.limit : 0;
    const step = stepFor(Math.max(most, limit, 1)), top = Math.ceil(Math.max(most, limit, 1) / step) * step;
    const x = (/** @type {number} */ round) => placed(round, rounds, LEFT, RIGHT), y = (/** @type {number} */ total) => placed(total, top, BOTTOM, TOP);
    const between = Math.ceil(rounds / POINTS), numbered = Math.ceil(rounds / NUMBERS), names = apart(totals.map((each) => y(each[each.length - 1])));
    const label = _("Totals by round, drawn as a line for each player; the table says the same.");

    /** @type {(all: number[], seat: number) => Drawn} */
    function line(all, seat) {
      const last = all.length - 1, at = [...new Set([...every(0, last, between), last])];
      const points = at.map((round) => [x(round), y(all[round])]), [right, height] = points[points.length - 1];
      const dots = `url(#points${seat})`, beside = names[seat], dot = `#dot${seat}`, own = state.marks[seat];
      return svg`<g class="k${own} m${own}"><defs><path id="dot${seat}" d=${shape(own)} transform="scale(0.3333)"/><marker
        id="points${seat}" refX="4" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" overflow="visible"><use
        class="dot" href=${dot}/></marker></defs><path class="line" d=${`M${points.map((each) => each.join(" ")).join("L")}`}
        marker-mid=${dots} marker-end=${dots}/><path class="lead-to" d="M${right + 5} ${height}L${RIGHT + 11} ${beside}"/><circle
        cx=${RIGHT + 18} cy=${beside} r="6.5"/><use class="own" href=${dot} x=${RIGHT + 14} y=${beside - 4}/><text x=${RIGHT + 28}
        y=${beside + 4}><tspan class="total">${all[last]}</tspan> ${short(say.label(state, seat).name)}</text></g>`;
    }

    return html`<svg class="chart" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-label=${label}><g class="grid">${every(0, top, step).map(
      (total) => svg`<path d="M${LEFT} ${y(total)}H${RIGHT}"/><text x=${LEFT - 5} y=${y(total) + 4}>${total}</text>`)}${every(
      numbered, rounds, numbered).map((round) => svg`<text class="round" x=${x(round)} y=${BOTTOM + 17}>${round}</text>`)}</g>${limit
      ? svg`<path class="limit" d="M${LEFT} ${y(limit)}H${RIGHT}"/><text class="limit" x=${LEFT + 3} y=${y(limit) - 4}>${limit}</text>`
      : nothing}${totals.map(line)}</svg>`;
  }

  // Everybody's heads in the last rounds, the first of these first.
  /** @type {(state: Playing) => Drawn} */
  function byRound(state) {
    const { view: { past }, seat: me } = state, from = Math.max(0, past.length - COLUMNS), shown = past.slice(from);
    const [heads, player, round, all, you] = [_("Heads by round"), _("Player"), _("Round"), _("Total"), _("you")];
    const lines = standings(state).map(({ seat, rounds, total }) => {
      const { name, marked } = say.label(state, seat), is = status(state, seat), left = is === "out" || is === "won" ? is : "";
      return html`<tr class="${left}${seat === me ? " you" : ""}"><th scope="row">${mark(state, seat)}<bdi>${name}</bdi>${marked
        ? html` <small>(${you})</small>` : botMark(state, seat)}${left ? html` <small class="status ${left}">${say.doing(state, seat)}</small>` : nothing}</th>${
        shown.map((each, at) => html`<td>${from + at < rounds ? each[seat] : html`<span aria-hidden="true">–</span>`}</td>`)}<td><b>${
        total}</b></td></tr>`;
    });
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${heads}><table><caption>${heads}</caption><thead><tr><th
      scope="col">${player}</th>${shown.map((_each, at) => html`<th scope="col"><span class="only-read">${round} </span>${from + at + 1}</th>`)}<th
      scope="col">${all}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  }

  /** @type {(state: Playing) => Drawn} */
  const figures = (state) => (state.view.past.length ? [chart(state), byRound(state)] : nothing);

  return { chart, figures, botMark };
}
