// What works offline: pages that are the same for everybody, and the files they are made of.
// SHELL, put before this by the server, names them. Tables, streams and forms always go to the server.
const cacheName = `sixth-${SHELL.version}`;
const pages = new Set(SHELL.pages);
// They show the reader's own tables: what is kept of them has come for that.
const own = new Set(["/", "/mine"]);
const same = {ignoreVary: true};
const isPuzzle = (path) => /^\/puzzles(\/\d{1,6})?$/.test(path);

/** Keep these pages as they are now, in the language they are read in now, and without what is the reader's own. */
async function keep(addresses) {
  const cache = await caches.open(cacheName);
  await cache.addAll(addresses.map((page) => new Request(page, {cache: "no-cache", headers: {"Sixth-Keep": "yes"}})));
}

/** Where what an address shows is kept: one page has all steps of the lesson. */
const keptAt = (path) => (path.startsWith("/learn/") ? "/learn" : path);

/** Keep those of these puzzles that are not kept yet. */
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

/** Keep all pages anew once one of them has come in another language or other colours than those that are kept. */
async function keepAsRead(page) {
  // Its class says which page it is.
  const looks = async (answer) => /<html[^>]*>/.exec(await answer.text())?.[0].replace(/ class="[^"]*"/, "");
  const kept = await caches.match("/offline", same);
  if (kept && await looks(page) !== await looks(kept)) await keep(SHELL.pages);
}

/** From the server; a server that stands before ours and does not find it is none. */
async function ask(request) {
  const answer = await fetch(request);
  if (answer.status === 502 || answer.status === 504) throw new Error(answer.statusText);
  return answer;
}

/** A page from the server; where there is none, the one kept, or a clear word. */
async function page(event) {
  const {request} = event;
  // The answer to a form, to which somebody goes back: the browser keeps none, and asking for it is no request.
  if (request.method !== "GET" && request.cache === "only-if-cached") return Response.redirect(request.url, 303);
  const {pathname, search} = new URL(request.url);
  // Of puzzles a query says only which come next.
  const shared = request.method === "GET" && (isPuzzle(pathname) || pages.has(keptAt(pathname)) && !search);
  try {
    const answer = await ask(request);
    if (answer.ok && !answer.redirected && answer.headers.get("content-type")?.startsWith("text/html")) {
      const [copy, other] = [answer.clone(), answer.clone()];
      const afterwards = async () => {
        await keepAsRead(other);
        if (shared && !search && !own.has(pathname)) await (await caches.open(cacheName)).put(keptAt(pathname), copy);
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
  else if (request.method === "GET" && url.pathname.startsWith("/static/")) event.respondWith(file(request, url.searchParams.has("v")));
});
// A word that it is one's turn at a table; it takes the place of the one before, and makes no sound.
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

