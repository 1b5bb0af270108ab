// What works without a connection: pages that are the same for everybody, and the files they are made of.
// SHELL, put before this by the server, names them. Tables, streams and forms always go to the server.
const cacheName = `sixth-${SHELL.version}`;
const pages = new Set([...SHELL.pages, ...SHELL.lesson]);
const same = {ignoreVary: true};

/** Keep each page as it is now, in the language it is read in now. */
async function keepPages() {
  const cache = await caches.open(cacheName);
  await cache.addAll(SHELL.pages.map((page) => new Request(page, {cache: "no-cache"})));
}

async function keepAll() {
  const cache = await caches.open(cacheName);
  await cache.addAll(SHELL.files);
  await keepPages();
}

async function forgetOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("sixth-") && name !== cacheName).map((name) => caches.delete(name)));
}

/** A page from the server; where there is none, the one kept, or a clear word. */
async function page(event) {
  const {request} = event;
  const {pathname, search} = new URL(request.url);
  const shared = request.method === "GET" && pages.has(pathname) && !search;
  try {
    const answer = await fetch(request);
    if (shared && answer.ok && !answer.redirected) {
      const copy = answer.clone();
      event.waitUntil(caches.open(cacheName).then((cache) => cache.put(pathname, copy)));
    }
    // Who begins the lesson may end it without a connection; nobody else has to keep all of it.
    if (pathname === "/learn") event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(SHELL.lesson)).catch(() => {}));
    // Another language, or other colours.
    if (request.method === "POST" && pathname === "/settings") event.waitUntil(keepPages().catch(() => {}));
    return answer;
  } catch (error) {
    const kept = shared && await caches.match(pathname, same) || await caches.match("/offline", same);
    if (kept) return kept;
    throw error;
  }
}

/** A file: its address changes when it does, so what is kept is right. */
async function file(request, versioned) {
  const kept = versioned && await caches.match(request, same);
  if (kept) return kept;
  try {
    const answer = await fetch(request);
    if (versioned && answer.ok) await (await caches.open(cacheName)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const other = await caches.match(request, {ignoreSearch: true, ...same});
    if (other) return other;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(keepAll().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(forgetOld().then(() => clients.claim())));
addEventListener("fetch", (event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && url.pathname.startsWith("/static/")) event.respondWith(file(request, url.searchParams.has("v") || url.pathname.startsWith("/static/v-")));
});
