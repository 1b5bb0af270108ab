// The page of a tournament, and its big screen: when something has changed, its parts are fetched and put in place of those
// before. Which table a player has next is fetched at once; all else within a few seconds, not by hundreds of phones together.
import { heard, keep } from "../table/line.js";
import { put } from "./parts.js";
import { turnPages } from "./screen.js";

const MIXED_MS = 8000;
const stream = /** @type {HTMLElement} */ (document.getElementById("stream")), { page = "", changes = "" } = stream.dataset;
const isScreen = page.endsWith("/screen");
let shown = Number(stream.dataset.version), last = "", timer = 0, asked = 0, drawn = 0;

/** What decides whether a change is urgent: how many rounds have begun, and whether it is over. @type {(news: any) => string} */
const roundOf = ({ rounds, ended_at: ended }) => [rounds.length, ended].join();

/** @type {(messages: string[]) => boolean} */
function hear(messages) {
  heard();
  const line = messages.findLast(Boolean);
  if (!line) return false;
  const news = JSON.parse(line), round = roundOf(news), isUrgent = last !== "" && round !== last;
  last = round;
  if (news.version === shown) return false;
  shown = news.version;
  const isWanted = isScreen || isHost();
  if (isUrgent && !isWanted) ask("?part=own");
  look(isWanted);
  return true;
}

const isHost = () => !document.getElementById("host")?.hidden;

function look(/** @type {boolean} */ atOnce) {
  clearTimeout(timer);
  timer = setTimeout(() => ask(isScreen ? "" : location.search), atOnce ? 0 : Math.random() * MIXED_MS);
}

async function ask(/** @type {string} */ query) {
  const number = ++asked;
  try {
    const answer = await fetch(page + query, { headers: { "HX-Request": "true" } }), text = await answer.text();
    // Of answers that overtake one another, the last one counts.
    if (answer.ok && number > drawn) {
      drawn = number;
      show(new DOMParser().parseFromString(text, "text/html"));
    }
  } catch { /* The line comes back, and with it the next version. */ }
}

function show(/** @type {Document} */ next) {
  put(next);
  turnPages();
  go();
}

// The way to the table opens by itself, once a round: who comes back from there stays here.
function go() {
  const own = document.getElementById("own"), { go: address, seat = "" } = own?.dataset ?? {};
  if (!address) return;
  try {
    if (sessionStorage.getItem(page) === seat) return;
    sessionStorage.setItem(page, seat);
  } catch { return; }
  location.assign(address);
}

// A form is sent without leaving the page, so that one stays where one was.
document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.closest("#tournament")) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    // Another page, such as one that says what went wrong, is shown as a whole.
    if (!next.getElementById("tournament")) { form.submit(); return; }
    history.replaceState(null, "", answer.url);
    const said = next.getElementById("note")?.textContent ?? "", note = document.getElementById("note");
    if (note) note.textContent = said;
    // An answer that is still on its way shows what the address asked for before.
    const isLate = asked > drawn;
    drawn = ++asked;
    put(next, form);
    go();
    if (isLate) look(true);
  } catch { heard(); form.submit(); }
});

keep({ from: () => changes, end: "\n", hear, look: show });
turnPages();
go();
