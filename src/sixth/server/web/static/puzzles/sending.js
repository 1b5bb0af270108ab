// Answers to the five puzzles of today go to the site, which ends the day by them. Those that do not arrive wait in this
// browser, and are sent again on the same day: by the next page of a puzzle, or when the connection comes back.
const KEPT = "sixth-puzzles-unsent", MOST = 50;

/** @typedef {{day: string, one: number, answer: string}} Answer */

/** @returns {Answer[]} */
function unsent() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.answer === "string" && Number.isInteger(each.one)) : [];
  } catch { return []; }
}

function keep(/** @type {Answer[]} */ answers) {
  try {
    if (answers.length) localStorage.setItem(KEPT, JSON.stringify(answers.slice(-MOST)));
    else localStorage.removeItem(KEPT);
  } catch { /* they are lost, then */ }
}

/** Keep an answer until it can be sent. */
export const wait = (/** @type {Answer} */ answer) => keep([...unsent(), answer]);

/** Send an answer, or keep it if the site cannot be reached. */
export async function send(/** @type {Answer} */ answer) {
  try {
    const body = new URLSearchParams({ answer: answer.answer });
    await fetch(`/puzzles/${answer.one}/answer`, { method: "POST", body, keepalive: true });
  } catch { wait(answer); }
}

/** Send what was kept on this day, in order; of earlier days nothing counts any more. */
export async function sendUnsent(/** @type {string} */ day) {
  const answers = unsent().filter((each) => each.day === day);
  keep([]);
  for (const each of answers) await send(each);
}
