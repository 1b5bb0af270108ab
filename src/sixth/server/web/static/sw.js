// The service worker: it caches pages that are the same for all readers, and their files.
// SHELL, put before this by the server, names them. Tables, streams and forms always go to the server.
const cacheName = `sixth-${SHELL.version}`;
const pages = new Set(SHELL.pages);
// These pages list the reader's tables, so visits of them are not cached.
const own = new Set(["/", "/mine"]);
const same = {ignoreVary: true};
const isPuzzle = (path) => /^\/puzzles(\/\d{1,6})?$/.test(path);

/** Cache these pages as they are now, in the current language, and without the reader's own data. */
async function keep(addresses) {
  const cache = await caches.open(cacheName);
  await cache.addAll(addresses.map((page) => new Request(page, {cache: "no-cache", headers: {"Sixth-Keep": "yes"}})));
}

/** The address under which a page is cached: one page has all steps of the tutorial. */
const keptAt = (path) => (path.startsWith("/learn/") ? "/learn" : path);

/** Cache those of these puzzles that are not cached yet. */
async function keepPuzzles(addresses) {
  const kept = await Promise.all(addresses.map((page) => caches.match(page, same)));
  await keep(addresses.filter((page, at) => isPuzzle(page) && !kept[at]));
}

async function keepAll() {
  const cache = await caches.open(cacheName);
  await cache.addAll(SHELL.files);
  await keep(SHELL.pages);
}

async function forgetOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("sixth-") && name !== cacheName).map((name) => caches.delete(name)));
}

/** Cache all pages again when a page comes in another language or other colours than the cached ones. */
async function keepAsRead(page) {
  // Its class says which page it is.
  const looks = (html) => /<html[^>]*>/.exec(html)?.[0].replace(/ class="[^"]*"/, "");
  const kept = await caches.match("/offline", same);
  if (kept && looks(page) !== looks(await kept.text())) await keep(SHELL.pages);
}

/** Fetch from the server; a proxy that does not find the server counts as no connection. */
async function ask(request) {
  const answer = await fetch(request);
  if (answer.status === 502 || answer.status === 504) throw new Error(answer.statusText);
  return answer;
}

/** A page from the server; without a connection the cached page, or a clear message. */
async function page(event) {
  const {request} = event;
  // Going back to the answer of a form, which browsers do not cache, is no real request.
  if (request.method !== "GET" && request.cache === "only-if-cached") return Response.redirect(request.url, 303);
  const {pathname, search} = new URL(request.url);
  // The query of a puzzle names only its successors.
  const shared = request.method === "GET" && (isPuzzle(pathname) || pages.has(keptAt(pathname)) && !search);
  try {
    const answer = await ask(request);
    if (answer.ok && !answer.redirected && answer.headers.get("content-type")?.startsWith("text/html")) {
      const [copy, other] = [answer.clone(), answer.clone()];
      const afterwards = async () => {
        const html = await other.text();
        await keepAsRead(html);
        if (!shared || search || own.has(pathname)) return;
        // A page with its reader's name in the header is fetched again, without it.
        if (html.includes(' id="me"')) await keep([keptAt(pathname)]);
        else await (await caches.open(cacheName)).put(keptAt(pathname), copy);
      };
      event.waitUntil(afterwards().catch(() => { /* the next page tries again */ }));
    }
    return answer;
  } catch (error) {
    const kept = shared && await caches.match(keptAt(pathname), same) || await caches.match("/offline", same);
    if (kept) return kept;
    throw error;
  }
}

/** A file: its address changes with its content, so a cached file is current. */
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
  else if (request.method === "GET" && url.pathname.startsWith("/static/")) event.respondWith(file(request, url.searchParams.has("v")));
});
// A notification of the player's turn at a table; it replaces the earlier one, and makes no sound.
addEventListener("push", (event) => {
  const {title, body, lang, tag, url} = event.data.json();
  event.waitUntil(registration.showNotification(title, {body, lang, tag, data: url, silent: true, icon: "/static/icon-192.png"}));
});
addEventListener("notificationclick", (event) => {
  const {notification} = event;
  notification.close();
  const go = async () => {
    const open = (await clients.matchAll({type: "window"})).find(({url}) => new URL(url).pathname === notification.data);
    return open ? open.focus() : clients.openWindow(notification.data);
  };
  event.waitUntil(go());
});
addEventListener("message", (event) => {
  const {data} = event;
  event.waitUntil(keepPuzzles(data?.puzzles ?? []).catch(() => { /* the next page asks again */ }));
});

