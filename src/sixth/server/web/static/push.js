// Notifications by Web Push, also in a closed browser: of turns at tables with days for a turn, of open tables, of invitations.
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const note = byId("note");
// The stored value is the address of the subscription form; each page of a table renews or removes it.
const place = () => /** @type {any} */ (document.querySelector("[data-push]"));
const plain = (/** @type {string} */ html) => new DOMParser().parseFromString(html, "text/html").body.textContent;
const headers = { "HX-Request": "true" };

/** Whether this page offers push, and the browser supports it. */
const pushes = () => Boolean(place()) && "serviceWorker" in navigator && "PushManager" in window;

/** The server's state of this browser's subscription, and the browser's own. */
async function known() {
  const [answer, worker] = await Promise.all([fetch(place().dataset.push, { headers }), navigator.serviceWorker.ready]);
  const { key, on } = await answer.json(), own = await worker.pushManager.getSubscription();
  return { key, worker, own, on: on && own !== null && Notification.permission === "granted" };
}

// Whether push is on after the last press.
/** @type {Promise<boolean> | null} */
let pressed = null;

/** Whether push is on; earlier notifications that lead to this page are closed, if somebody sees it now. */
async function pushed() {
  const before = pressed, { on, worker } = await known();
  const old = await worker.getNotifications({ tag: location.pathname });
  if (!document.hidden) for (const each of old) each.close();
  // What was known before a press no longer holds.
  return pressed === before ? on : /** @type {Promise<boolean>} */ (pressed);
}

async function subscription() {
  const { key, worker, own } = await known();
  const subscribe = () => worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    return await subscribe();
  } catch (/** @type {any} */ error) {
    if (error.name !== "InvalidStateError") throw error;
    // The subscription was made for an earlier key of the site.
    await own?.unsubscribe();
    return subscribe();
  }
}

/** Switch push on or off; return whether it is on, and show why if that failed. */
const push = (/** @type {boolean} */ wish) => (pressed = change(wish));

async function change(/** @type {boolean} */ wish) {
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

/**
 * Let a button switch push on and off, where it can be had, and show whether it is on. Return `isOn`, and `again`, which asks the
 * site again where it was on.
 */
export function switched(/** @type {HTMLElement} */ button) {
  let on = false;
  const show = () => { button.hidden = false; button.ariaPressed = `${on}`; };
  const ask = () => pushed().then((known) => { on = known; show(); }, () => { /* it is off, as far as is known */ });
  if (pushes() && "Notification" in window && Notification.permission !== "denied") {
    show();
    ask();
    button.addEventListener("click", async () => {
      if (!on && (await Notification.requestPermission()) !== "granted") note.textContent = place().dataset.failed;
      else on = await push(!on);
      show();
    });
  }
  return { isOn: () => on, again: () => { if (on) ask(); } };
}
