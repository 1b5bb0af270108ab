// News of the table: a stream that always comes back, patches one after another, focus that is never lost.
import { become, put, read } from "./patch.js";
import { show } from "./reveal.js";

const stream = document.getElementById("stream");
const table = () => document.getElementById("table");
const note = document.getElementById("note");
const { offline, full: crowded, unsent } = note.dataset;
const say = (sentence) => { note.textContent = sentence; };
const up = (...words) => { if (words.includes(note.textContent)) say(""); };

const SOON = 500, SHORT = 5000, LATER = 10000, SILENT = 45000; // milliseconds; the server says something every fifteen seconds
// A number that no table has: whoever asks for what follows it is shown the whole.
const NOTHING = 2 ** 53;
let known = Number(table().dataset.v);

// -------------------------------------------------------------- what comes is put on the page

// A card that is played leaves the hand, and takes the focus with it; what is moved loses it. Give it back, or
// put it where the server says. Who plays by keyboard must see it there; for others the page stays where it is.
function keepingFocus(change) {
  const held = document.activeElement, keys = held?.matches(":focus-visible");
  change();
  if (!held || held === document.body || document.activeElement !== document.body) return;
  const same = held.isConnected ? held : document.getElementById(held.id);
  const next = same?.matches("a, button, input, select, summary, [tabindex]") ? same : document.querySelector("#table [data-focus]");
  next?.focus({ preventScroll: !keys });
}

let shown = Promise.resolve(), turns = 0;
// One after another: the next one waits until cards have come to lie. When one more turn is known, those before it
// are late.
function take({ id, patch, late }) {
  const next = read(patch), turn = turns += next.querySelector("[data-event=shown]") ? 1 : 0;
  const change = () => keepingFocus(() => {
    put(next);
    if (id) table().dataset.v = id;
  });
  shown = shown.then(() => show(change, next, late || turn < turns)).then(() => document.dispatchEvent(new Event("sixth:shown")));
}

function hear(message, late) {
  const lines = message.split("\n").map((line) => line.split(/: (.*)/s));
  const { id, from, event, data } = Object.fromEntries(lines);
  if (event === "end") return stop();
  if (data === undefined) return;
  if (from !== undefined && Number(from) !== known) {
    // Something is missing before it: ask for the whole.
    known = NOTHING;
    line.abort();
    return;
  }
  if (id) known = Number(id);
  up(offline, crowded);
  take({ id, patch: data, late });
}

// -------------------------------------------------------------- the line

let line = new AbortController(), lost = Infinity, over = false, parked = false, wake = () => {};
const pause = (time) => new Promise((done) => { wake = done; setTimeout(done, time); });
const stop = () => { over = true; line.abort(); };

async function listen() {
  line = new AbortController();
  const address = `${stream.dataset.from}${stream.dataset.from.includes("?") ? "&" : "?"}after=${known}`;
  const answer = await fetch(address, { signal: line.signal, cache: "no-store" });
  if (!answer.ok) return answer.status;
  up(offline, crowded, unsent);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // What was missed for longer is seen as it stands now.
  let text = "", silence, late = Date.now() - lost > SHORT;
  const heard = () => { clearTimeout(silence); silence = setTimeout(() => line.abort(), SILENT); };
  try {
    for (;;) {
      heard();
      const { done, value } = await reader.read();
      if (done) return answer.status;
      const messages = (text + value).split("\n\n");
      text = messages.pop();
      for (const message of messages) hear(message, late);
      late &&= !messages.some((message) => message.includes("data:"));
    }
  } finally {
    clearTimeout(silence);
    lost = Date.now();
  }
}

// There is no room for one more stream: fetch the page instead.
async function look() {
  say(crowded);
  const answer = await fetch(stream.dataset.page, { cache: "no-store" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  shown = shown.then(() => keepingFocus(() => become(table(), page.getElementById("table"))));
  known = Number(page.getElementById("table").dataset.v);
  document.title = page.title;
}

async function run() {
  stream.dataset.live = "";
  for (let failed = 0; !over;) {
    let status = 0;
    if (!parked) {
      const begun = Date.now();
      try { status = await listen(); } catch { /* the line is down, or was cut by us */ }
      if (status === 429) await look().catch(() => say(offline));
      else if (status === 200 || Date.now() - begun > LATER) failed = 0;
      else if (!over && !parked && ++failed && note.textContent !== unsent) say(offline);
    }
    if (!over) await pause(parked ? LATER * 60 : status === 429 ? LATER : Math.min(SOON * 2 ** failed, 5000));
  }
}

// A browser has six connections a host for all its tabs: give ours back when nobody has looked for long.
let timer;
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.hidden) timer = setTimeout(() => { parked = true; line.abort(); }, Number(stream.dataset.park));
  else if (parked) { parked = false; wake(); }
});
// A line that was cut may look alive for long: close it as soon as the network is back, and open a new one.
addEventListener("offline", () => say(offline));
addEventListener("online", () => { line.abort(); wake(); });
// A page that is shown again from the browser's memory has lost its line.
addEventListener("pageshow", ({ persisted }) => { if (persisted) { line.abort(); wake(); } });
// Once all scripts of the page have run.
document.addEventListener("DOMContentLoaded", run);

// The link to invite by, where the browser lets us copy; it comes and goes with who sits where.
const offerCopy = () => {
  const copy = document.getElementById("copy");
  if (copy && navigator.clipboard) copy.hidden = false;
};
offerCopy();
document.addEventListener("sixth:shown", offerCopy);
document.addEventListener("click", async ({ target }) => {
  if (target.id !== "copy") return;
  await navigator.clipboard.writeText(document.getElementById("link").value);
  note.textContent = target.dataset.done;
});
