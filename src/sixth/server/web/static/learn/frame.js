// Whether keys were used last, also on the page before this one: then the heading that has the focus shows its frame.
// Who pressed something before this ran is not known, and a frame too many is better than none.
const kept = "sixth-by-pointer";
let keys = true;
try { keys = !sessionStorage.getItem(kept); } catch { /* not known, then */ }

function use(now) {
  keys = now;
  document.documentElement.toggleAttribute("data-keys", keys);
  try {
    if (keys) sessionStorage.removeItem(kept);
    else sessionStorage.setItem(kept, "1");
  } catch { /* the next page shows it, then */ }
}
use(keys);
addEventListener("keydown", () => { if (!keys) use(true); }, true);
addEventListener("pointerdown", () => { if (keys) use(false); }, true);
