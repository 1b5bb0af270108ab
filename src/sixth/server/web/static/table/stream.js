// Focus that is never lost, a stream that always comes back, a word when the line is down.
const stream = document.getElementById("stream");
const look = document.getElementById("look");
const note = document.getElementById("note");
const { offline, full: crowded, unsent } = note.dataset;
const say = (sentence) => { note.textContent = sentence; };

// A card that is played leaves the hand, and takes the focus with it; what is moved loses it. Give it back, or
// put it where the server says. Who plays by keyboard must see it there; for others the page stays where it is.
let held, keys;
document.addEventListener("htmx:before:swap", () => {
  held = document.activeElement;
  keys = held?.matches(":focus-visible");
});
document.addEventListener("htmx:after:settle", () => {
  if (!held || held === document.body || document.activeElement !== document.body) return;
  const next = held.isConnected ? held : document.querySelector("#table [data-focus]");
  next?.focus({ preventScroll: !keys });
});

// hx-sse reopens a stream that it once had, never one whose first request failed: "again" does,
// and does nothing while a stream is open.
const again = () => { if (!parked && !full) htmx.trigger(stream, "again"); };
stream.addEventListener("htmx:finally:request", () => setTimeout(again, 3000));
// The server said "end": the table is over, nothing more will come.
stream.addEventListener("htmx:sse:close", ({ detail }) => { if (detail.reason === "message") stream.remove(); });

// There is no room for one more stream: say so, fetch the page instead, and ask again later.
const LATER = 10000;
let full = false;
const refused = () => {
  if (full) return;
  full = true;
  say(crowded);
  htmx.trigger(look, "look");
  setTimeout(() => { full = false; again(); }, LATER);
};

// A browser has six connections a host for all its tabs: give ours back when nobody has looked for long.
let parked = false, timer, line;
stream.addEventListener("htmx:sse:before:connection", (event) => {
  line = event.detail.connection;
  if (parked || full) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  parked = false;
  if (document.hidden) timer = setTimeout(() => { parked = true; line?.reader?.cancel(); }, Number(stream.dataset.park));
  else again();
});

// Say when the line is down, when a form may not have arrived, and no longer once there are news again.
const down = ({ target, detail }) => {
  if (target === look) return;
  if (target !== stream) say(unsent);
  else if ((detail.status ?? detail.ctx?.response?.status) === 429) refused();
  else if (detail.connection?.attempt !== 0 && note.textContent !== unsent) say(offline);
};
const up = (...words) => { if (words.includes(note.textContent)) say(""); };
document.addEventListener("htmx:error", down);
document.addEventListener("htmx:sse:error", down);
document.addEventListener("htmx:response:error", (event) => {
  const { status } = event.detail.ctx.response;
  if (status >= 500 || (status === 429 && event.target === stream)) down(event);
});
document.addEventListener("htmx:sse:after:connection", () => up(offline, crowded, unsent));
// What came over a line that was there all along says nothing of a form that failed.
document.addEventListener("htmx:sse:after:message", () => up(offline, crowded));
// A line that was cut may look alive for long: close it as soon as the network is back, and a new one is opened.
addEventListener("offline", () => say(offline));
addEventListener("online", () => line?.reader?.cancel().catch(() => {}));

// The link to invite by, where the browser lets us copy.
const copy = document.getElementById("copy");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById("link").value);
    note.textContent = copy.dataset.done;
  });
}
