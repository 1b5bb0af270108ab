// The time until the next deal or the next puzzles of a day.
const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/**
 * Count down in an element the seconds that were `left` when the page was loaded, and then call `over`.
 * @param {Element} timer
 * @param {number} left
 * @param {() => void} over
 */
export function countDown(timer, left, over) {
  const begun = [performance.now(), Date.now()];
  // One clock stops while a machine sleeps, the other may be set meanwhile.
  const gone = () => Math.max(performance.now() - begun[0], Date.now() - begun[1]) / 1000;
  let ended = false;
  function tick() {
    const now = Math.ceil(left - gone());
    if (now > 0) {
      timer.textContent = `${Math.floor(now / 3600)}:${two(Math.floor(now / 60) % 60)}:${two(now % 60)}`;
    } else if (!ended) {
      ended = true;
      clearInterval(ticking);
      over();
    }
  }
  const ticking = setInterval(tick, 1000);
  tick();
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !ended) tick(); });
}
