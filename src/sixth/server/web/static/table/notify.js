// A notification of the player's turn while the tab is hidden: off by default. At a table with
// days for a turn the server sends it, also to a closed browser.
import { asks } from "./derived.js";
import { byId } from "./page.js";
import { store } from "./store.js";

const button = byId("notify");
const asked = () => store.state !== null && !["wait", "sit", "back"].includes(asks(store.state)) && !store.state.view?.chosen;
const key = "sixth-notify";
let mine = true;
let wished = false, sent = false;
try { wished = localStorage.getItem(key) === "on"; } catch { /* off, then */ }
// The script of tables with days for a turn.
/** @type {HTMLElement | null} */
const place = document.querySelector("[data-push]");
/** @type {Promise<typeof import("../push.js")> | null} */
const pushing = place && "serviceWorker" in navigator && "PushManager" in window ? import(place.dataset.by ?? "") : null;
const on = () => (pushing ? sent : wished) && Notification.permission === "granted";
const show = () => { button.hidden = false; button.setAttribute("aria-pressed", on()); };

if (button && "Notification" in window && Notification.permission !== "denied") {
  show();
  pushing?.then(({ pushed }) => pushed()).then((known) => { sent = known; show(); }, () => { /* it is off, as far as is known */ });
  button.addEventListener("click", async () => {
    const wish = !on(), may = !wish || (await Notification.requestPermission()) === "granted";
    if (pushing) {
      const { failed, push } = await pushing;
      if (may) sent = await push(wish);
      else failed();
    } else {
      wished = wish && may;
      try { localStorage.setItem(key, wished ? "on" : "off"); } catch { /* for this page only */ }
    }
    show();
  });
  document.addEventListener("sixth:shown", () => {
    const before = mine;
    mine = asked();
    if (!mine || before || !document.hidden || !on()) return;
    const news = new Notification(button.dataset.title, { body: byId("prompt").textContent, tag: location.pathname });
    news.onclick = () => { window.focus(); news.close(); };
  });
}
