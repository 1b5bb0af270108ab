// A stream from the server that always reconnects, read message by message.
const note = /** @type {HTMLElement} */ (document.getElementById("note"));
const stream = /** @type {HTMLElement} */ (document.getElementById("stream"));
const { offline, full: crowded, unsent } = note.dataset;
const say = (/** @type {string | undefined} */ sentence) => { note.textContent = sentence ?? ""; };
const up = (/** @type {(string | undefined)[]} */ ...words) => { if (words.includes(note.textContent ?? "")) say(""); };

const SOON = 500, SHORT = 5000, LATER = 10000, SILENT = 45000; // milliseconds; the server says something every fifteen seconds

let line = new AbortController(), lost = Infinity, over = false, parked = false, wake = () => {};
const pause = (/** @type {number} */ time) =>
  new Promise((/** @type {(value?: unknown) => void} */ done) => { wake = done; setTimeout(done, time); });
// A message is missing: begin anew.
export const cut = () => line.abort();
export const stop = () => { over = true; line.abort(); };
// News have arrived.
export const heard = () => up(offline, crowded);

/** @typedef {(messages: string[], late: boolean) => boolean} Hear */
/** @typedef {(page: Document) => void} Look */

/**
 * Keep a line from `from()`, of messages that end in `end`. `hear` receives messages that arrive together, and whether they
 * are late; it returns whether there were news. `look` receives the page instead if the server refuses one more line.
 * @param {{from: () => string, end: string, hear: Hear, look: Look}} line
 */
export async function keep({ from, end, hear, look }) {
  stream.dataset.live = "";
  for (let failed = 0; !over;) {
    let status = 0;
    if (!parked) {
      const start = Date.now();
      try { status = await listen(from(), end, hear); } catch { /* the line is down, or was cut by us */ }
      if (status === 429) await instead(look).catch(() => say(offline));
      else if (status === 200 || Date.now() - start > LATER) failed = 0;
      else if (!over && !parked && ++failed && note.textContent !== unsent) say(offline);
    }
    if (!over) await pause(parked ? LATER * 60 : status === 429 ? LATER : Math.min(SOON * 2 ** failed, 5000));
  }
}

/** @type {(address: string, end: string, hear: Hear) => Promise<number>} */
async function listen(address, end, hear) {
  line = new AbortController();
  const answer = await fetch(address, { signal: line.signal, cache: "no-store" });
  if (!answer.ok) return answer.status;
  up(offline, crowded, unsent);
  const body = /** @type {ReadableStream<any>} */ (answer.body);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  // After a long gap the current state is shown at once.
  let text = "", silence = 0, late = Date.now() - lost > SHORT;
  const wait = () => { clearTimeout(silence); silence = setTimeout(() => line.abort(), SILENT); };
  try {
    for (;;) {
      wait();
      const { done, value } = await reader.read();
      if (done) return answer.status;
      const messages = (text + value).split(end);
      text = messages.pop() ?? "";
      if (hear(messages, late)) late = false;
    }
  } finally {
    clearTimeout(silence);
    lost = Date.now();
  }
}

// The server has no room for one more line: fetch the page instead.
async function instead(/** @type {Look} */ look) {
  say(crowded);
  const answer = await fetch(stream.dataset.page ?? "", { cache: "no-store" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  look(page);
  document.title = page.title;
}

// A browser has six connections a host for all its tabs: close ours after a long time in a hidden tab.
let timer = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.hidden) timer = setTimeout(() => { parked = true; line.abort(); }, Number(stream.dataset.park));
  else if (parked) { parked = false; wake(); }
});
// A broken line may look alive for long: close it as soon as the network is back, and open a new one.
addEventListener("offline", () => say(offline));
addEventListener("online", () => { line.abort(); wake(); });
// A page restored from the browser's memory has lost its line.
addEventListener("pageshow", ({ persisted }) => { if (persisted) { line.abort(); wake(); } });
