// A word when it is one's turn though the browser is closed (Web Push), at tables with days for a turn.
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const note = byId("note");
// It has the address at which the site is asked for words; the page of a table is given it anew, or loses it.
const place = () => /** @type {any} */ (document.querySelector("[data-push]"));
const plain = (/** @type {string} */ html) => new DOMParser().parseFromString(html, "text/html").body.textContent;
const headers = { "HX-Request": "true" };

/** Whether this table has it, and the browser can. */
export const pushes = () => Boolean(place()) && "serviceWorker" in navigator && "PushManager" in window;

/** What the server says of this browser, and what the browser says of itself. */
async function known() {
  const [answer, worker] = await Promise.all([fetch(place().dataset.push, { headers }), navigator.serviceWorker.ready]);
  const { key, on } = await answer.json(), own = await worker.pushManager.getSubscription();
  return { key, worker, own, on: on && own !== null && Notification.permission === "granted" };
}

/** Whether it is on; the words of an earlier turn are taken away, as one is here now. */
export async function pushed() {
  const { on, worker } = await known();
  for (const old of await worker.getNotifications({ tag: location.pathname })) old.close();
  return on;
}

async function subscription() {
  const { key, worker, own } = await known();
  const subscribe = () => worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    return await subscribe();
  } catch (/** @type {any} */ error) {
    if (error.name !== "InvalidStateError") throw error;
    // It was made for a key that the site had before.
    await own?.unsubscribe();
    return subscribe();
  }
}

/** Turn it on or off; returns whether it is on then, and says why where that is not as wished. */
export async function push(/** @type {boolean} */ wish) {
  let sentence = place().dataset.failed, done = false;
  try {
    const { endpoint = "", keys = {} } = wish ? (await subscription()).toJSON() : {};
    const body = new URLSearchParams(wish ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : "");
    const answer = await fetch(place().dataset.push + (wish ? "" : "/end"), { method: "POST", body, headers });
    sentence = plain(await answer.text());
    done = answer.ok;
  } catch { /* the browser, or the way to the server, would not have it */ }
  note.textContent = sentence;
  return wish === done;
}

/** Say that the browser would not have it. */
export const failed = () => { note.textContent = place().dataset.failed; };
