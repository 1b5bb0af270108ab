// The sheet of a game: the chart of totals, and the table of all rounds.
import {chart} from "./chart.js";
import {fill, h} from "./elements.js";
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
  fill(sheet.querySelector("thead"), h("tr", {}, h("td"), ...now.players.map((name, seat) => h("th", {scope: "col", class: best(seat)}, name))));
  fill(sheet.querySelector("tbody"), ...now.rounds.map((entries, index) => h("tr", {},
    h("th", {scope: "row"}, shownGame() ? round(index)
      : h("button", {type: "button", id: `round-${index}`, "aria-label": say("change", {round: index + 1}), onclick: () => edit(index)}, round(index))),
    ...entries.map((entry, seat) => h("td", {title: Array.isArray(entry) ? entry.join(" ") : ""},
      entry === null ? "–" : String(headsOf(entry, HEADS[now.heads])), " ", h("small", {}, String(stands.byRound[index][seat])))))));
  fill(sheet.querySelector("tfoot"), h("tr", {}, h("th", {scope: "row"}, say("sum")), ...stands.totals.map((total, seat) => h("td", {class: best(seat)}, String(total)))));
});
