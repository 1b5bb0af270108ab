// Whether keys were used last, also on the page before this one: then the heading that has the focus shows its frame.
const kept = "sixth-keys";
let keys = true;
try { keys = Boolean(sessionStorage.getItem(kept)); } catch { /* better a frame too many */ }

function use(now) {
  keys = now;
  document.documentElement.toggleAttribute("data-keys", keys);
  try {
    if (keys) sessionStorage.setItem(kept, "1");
    else sessionStorage.removeItem(kept);
  } catch { /* the next page shows it, then */ }
}
use(keys);
addEventListener("keydown", () => { if (!keys) use(true); }, true);
addEventListener("pointerdown", () => { if (keys) use(false); }, true);
