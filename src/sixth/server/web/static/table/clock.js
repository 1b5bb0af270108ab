// The server's clock, by which the clocks of a table run. Ours is behind by at most the least offset that any news show, as
// news come late, never early. A wrong clock in the browser, or one that stopped during sleep, does no harm.
import { say } from "./page.js";
import { change, store } from "./store.js";
import { timeLeft } from "./turn.js";

// Milliseconds between two looks, and the seconds left that are announced.
const TICK = 250, MARKS = [30, 10, 5];

let behind = Infinity;
// Set the clock by news of this time.
export const setClock = (/** @type {number} */ now) => { behind = Math.min(behind, performance.now() - now); };
export const serverTime = () => performance.now() - behind;

// The least seconds left on the viewer's clock in the turn: news may put it back by a moment; more than that is additional time.
let least = Infinity;
setInterval(() => {
  const { state, say: words } = store, now = serverTime();
  if (!state?.clock || !words) return;
  change({ now });
  const left = state.seat === null ? null : timeLeft(state, state.seat, now), seconds = Math.ceil((left ?? Infinity) / 1000);
  if (seconds > least + 1) least = Infinity;
  if (least > seconds && MARKS.includes(seconds)) say(words.secondsLeft(seconds));
  least = Math.min(least, seconds);
}, TICK);
