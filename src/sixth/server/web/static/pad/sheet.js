// The sheet of a game: the chart of totals, and the table of all rounds.
import {html, render} from "../lit/lit-html.js";
import {chart} from "./chart.js";
import {edit} from "./entry.js";
import {headsOf} from "./game.js";
import {at, HEADS, say} from "./page.js";
import {onShow, shownGame} from "./state.js";

onShow((now, stands) => {
  const sheet = at("sheet");
  sheet.hidden = !now.rounds.length;
  if (sheet.hidden) return;
  const limit = now.end.kind === "rounds" ? null : now.end.count;
  chart(at("chart"), now, stands, {limit, label: say("limitLine", {limit}), alt: say("chart")});
  const best = (seat) => stands.leaders.includes(seat) ? "best" : stands.out.includes(seat) ? "gone" : "";
  const round = (number) => say("round", {round: number + 1});
  const draw = (part, lines) => render(lines, sheet.querySelector(part));
  draw("thead", html`<tr><td></td>${now.players.map((name, seat) => html`<th scope="col" class=${best(seat)}>${name}</th>`)}</tr>`);
  draw("tbody", now.rounds.map((entries, index) => html`<tr><th scope="row">${shownGame() ? round(index)
    : html`<button type="button" id="round-${index}" aria-label=${say("change", {round: index + 1})} @click=${() => edit(index)}>${round(index)}</button>`}</th>${
    entries.map((entry, seat) => html`<td title=${Array.isArray(entry) ? entry.join(" ") : ""}>${
      entry === null ? "–" : headsOf(entry, HEADS[now.heads])} <small>${stands.byRound[index][seat]}</small></td>`)}</tr>`));
  draw("tfoot", html`<tr><th scope="row">${say("sum")}</th>${stands.totals.map((total, seat) => html`<td class=${best(seat)}>${total}</td>`)}</tr>`);
});
