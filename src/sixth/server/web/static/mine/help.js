// The costliest theme: the theme of puzzles on which the player's choices in the last games lost most, by the coach.
import {html, nothing, render} from "../lit/lit-html.js";

const LAST = 10, SCALE = 100;

const at = (id) => document.getElementById(id);
/** The games that can be reviewed: those with cards that are unknown to the player. */
const latest = (games) => games.filter(({again}) => !again).slice(0, LAST);

/** The cost of a game's choices by theme; null while there is no review, undefined if the server has no such game. */
async function costsOf({id, seat}) {
  const answer = await fetch(`/g/${id}/coach/themes?seat=${seat}`);
  return answer.ok ? (await answer.json()).themes : undefined;
}

/** The costs of these games together, the costliest theme first; the squares of the errors add up. */
function together(costs) {
  const all = {};
  for (const [theme, [loss, margin]] of costs.flatMap(Object.entries)) {
    all[theme] ??= {theme, loss: 0, square: 0};
    all[theme].loss += loss;
    all[theme].square += margin ** 2;
  }
  return Object.values(all).sort((one, other) => other.loss - one.loss)
    .map(({theme, loss, square}) => ({theme, loss, low: loss - Math.sqrt(square), high: loss + Math.sqrt(square)}));
}

/** Wait until the coach has finished a game. */
const reviewed = ({id, seat}) => new Promise((done) => {
  const news = new EventSource(`/g/${id}/coach/events?seat=${seat}`);
  for (const end of ["there", "failed", "unasked"]) news.addEventListener(end, () => { news.close(); done(); });
});

let looking = 0;

/** Show the costliest theme of these games, in the words of the page (`say`, `counted`, `themes`). */
export async function help(games, words) {
  const look = ++looking, shown = latest(games);
  const costs = shown.length > 1 ? await Promise.all(shown.map(costsOf)).catch(() => []) : [];
  if (look !== looking) return;
  const known = costs.filter(Boolean), missing = shown.filter((_, which) => costs[which] === null);
  at("help").hidden = !known.length && !missing.length;
  draw(together(known), known.length, words, missing.length ? asking(missing, games, words) : nothing);
}

function draw(costs, count, {say, counted, number, themes}, asking) {
  const [first] = costs, heads = (loss) => counted("heads", Math.round(loss));
  const stands = first && first.low > 0;
  // The header links to puzzles where the site has them.
  const trains = stands && document.querySelector(".ways [href='/puzzles']");
  at("most").textContent = !count ? "" : say(stands ? "most" : "nothing", {theme: stands && themes[first.theme], heads: stands && heads(first.loss), games: counted("played", count)});
  const dear = costs.filter(({loss}) => Math.round(loss) > 0);
  render(dear.map(({theme, loss}) => html`<li><span>${themes[theme]}</span><b>${heads(loss)}</b><svg viewBox="0 0 ${SCALE} 10"
    preserveAspectRatio="none" aria-hidden="true"><rect width=${SCALE * loss / first.loss} height="10"/></svg></li>`), at("costs"));
  render([trains ? html`<a class="button main" href="/puzzles?theme=${first.theme}">${say("train", {theme: themes[first.theme]})}</a>` : nothing, asking], at("train"));
  at("exactly").hidden = !costs.length;
  render(costs.map(({theme, loss, low, high}) => html`<tr><th scope="row">${themes[theme]}</th><td>${number.format(loss)}</td><td>${
    say("between", {low: number.format(low), high: number.format(high)})}</td></tr>`), at("exactly").querySelector("tbody"));
}

/** A button that has the coach review the missing games, one after the other. */
function asking(missing, games, words) {
  const ask = async () => {
    at("train").querySelector("button").disabled = true;
    for (const {id, seat} of missing) await fetch(`/g/${id}/coach`, {method: "POST", body: new URLSearchParams({seat}), headers: {"HX-Request": "true"}});
    for (const [done, game] of missing.entries()) {
      at("most").textContent = words.counted("thinks", missing.length - done);
      await reviewed(game);
    }
    await help(games, words);
    at("helps").focus();
  };
  return html`<button type="button" @click=${() => ask().catch(() => help(games, words))}>${words.counted("ask", missing.length)}</button>`;
}
