// The page that stands in for another tries again by itself, so that nobody has to watch for the connection.
const EVERY_MS = 5_000;

const {pathname, search} = location;

async function tryAgain() {
  if (document.hidden || !navigator.onLine) return;
  try {
    const answer = await fetch(pathname + search, {method: "HEAD", cache: "no-store"});
    // Not a reload, which would send a form again.
    if (answer.ok) location.replace(pathname + search);
  } catch { /* not yet */ }
}

if (pathname !== "/offline") {
  addEventListener("online", tryAgain);
  document.addEventListener("visibilitychange", tryAgain);
  setInterval(tryAgain, EVERY_MS);
}
