// Small parts of the score pad's page: elements, words, the chart of totals, the grid of cards.

/** An element with attributes, listeners (`onclick`) and content; text is only ever text. */
export function h(tag, attributes = {}, ...content) {
  const made = tag === "svg" || svgTags.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...content);
  return made;
}
const svgTags = new Set(["g", "line", "polyline", "circle", "text"]);

/** Make `box` hold what `fresh` is, changing what is there rather than replacing it: who just points at a button, or
 * writes in a field, goes on with it. Listeners of what was there stay. */
export function fill(box, ...fresh) {
  fresh.forEach((next, place) => {
    const old = box.childNodes[place];
    if (!old) box.append(next);
    else if (old.nodeName !== next.nodeName) old.replaceWith(next);
    else if (old.nodeType === Node.TEXT_NODE) old.data = next.data;
    else {
      for (const {name} of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
      for (const {name, value} of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      fill(old, ...next.childNodes);
    }
  });
  while (box.childNodes.length > fresh.length) box.lastChild.remove();
}

/** The words of the page, filled in: `say("leads", {names}, 2)` takes the form for two. */
export function speaker(words, language) {
  const plural = new Intl.PluralRules(language);
  const and = new Intl.ListFormat(language, {type: "conjunction"});
  const say = (word, values = {}, count = undefined) => {
    const text = count === undefined ? words[word] : words[word][plural.select(count)] ?? words[word].other;
    return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
  };
  return {say, heads: (count) => say("heads", {count}, count), cards: (count) => say("cards", {count}, count), rounds: (count) => say("rounds", {count}, count), and: (names) => and.format(names)};
}

const LEFT = 34, RIGHT = 124, TOP = 14, LINE = 15;

/** Lines of the totals by round into `svg`; names stand at the ends, moved apart where they would meet. */
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
    parts.push(h("line", {class: "grid", x1: LEFT, x2: wide - RIGHT, y1: y(total), y2: y(total)}), h("text", {x: LEFT - 6, y: y(total) + 4, "text-anchor": "end"}, String(total)));
  }
  for (let round = 1; round <= game.rounds.length; round += every) parts.push(h("text", {x: x(round), y: tall - 6, "text-anchor": "middle"}, String(round)));
  if (limit) parts.push(h("line", {class: "limit", x1: LEFT, x2: wide - RIGHT, y1: y(limit), y2: y(limit)}), h("text", {class: "limit", x: LEFT + 4, y: y(limit) - 4}, label));
  const order = game.players.map((_, seat) => seat).sort((one, other) => stands.totals[other] - stands.totals[one]);
  let free = TOP - LINE;
  const heights = order.map((seat) => (free = Math.max(free + LINE, y(stands.totals[seat]) + 4)));
  // Back up again what was pushed below the chart.
  for (let place = heights.length - 1, most = bottom + 4; place >= 0; place--, most -= LINE) heights[place] = Math.min(heights[place], most);
  order.forEach((seat, place) => {
    const points = [0, ...stands.byRound.map((sums) => sums[seat])].map((total, round) => [x(round), y(total)]);
    const name = [...game.players[seat]];
    const short = name.length > 11 ? `${name.slice(0, 10).join("")}…` : name.join("");
    parts.push(h("g", {class: `k${seat % 10}`},
      h("polyline", {points: points.map((point) => point.map((at) => at.toFixed(1)).join()).join(" ")}),
      h("circle", {cx: points.at(-1)[0], cy: points.at(-1)[1], r: 3.5}),
      h("line", {class: "key", x1: wide - RIGHT + 10, x2: wide - RIGHT + 26, y1: heights[place] - 4, y2: heights[place] - 4}),
      h("text", {x: wide - RIGHT + 31, y: heights[place]}, short)));
  });
  svg.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  svg.setAttribute("aria-label", alt);
  svg.replaceChildren(...parts);
}

/** 104 buttons to press; arrows go from one to the next. `changed` hears which are pressed. */
export function cardGrid(box, {heads, taken, pressed, label, refuse, changed}) {
  const chosen = new Set(pressed);
  const buttons = heads.slice(1).map((count, index) => {
    const card = index + 1;
    const button = h("button", {type: "button", "data-h": String(count), "aria-label": label(card, count), "aria-pressed": String(chosen.has(card)), "aria-disabled": taken.has(card), tabindex: card === 1 ? 0 : -1}, h("b", {}, String(card)), h("small", {}, String(count)));
    button.addEventListener("click", () => {
      if (taken.has(card)) return refuse(card, taken.get(card));
      chosen[chosen.has(card) ? "delete" : "add"](card);
      button.setAttribute("aria-pressed", String(chosen.has(card)));
      changed([...chosen]);
    });
    return button;
  });
  box.replaceChildren(...buttons);
  box.onkeydown = (event) => {
    const at = buttons.indexOf(document.activeElement);
    const columns = buttons.findIndex((button) => button.offsetTop > buttons[0].offsetTop);
    const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at, End: buttons.length - 1 - at};
    const next = buttons[at + steps[event.key]];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  };
  for (const button of buttons) button.addEventListener("focus", () => {
    for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
  });
}
