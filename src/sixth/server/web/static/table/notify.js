// A notification of the player's turn while the tab is hidden: off by default. At a table with
// days for a turn the server sends it, also to a closed browser.
import { asks } from "./derived.js";
import { byId } from "./page.js";
import { store } from "./store.js";

const button = byId("notify");
const asked = () => store.state !== null && !["wait", "sit", "back"].includes(asks(store.state)) && !store.state.view?.chosen;
const key = "sixth-notify";
let mine = true, wished = false;
try { wished = localStorage.getItem(key) === "on"; } catch { /* off, then */ }
let isOn = () => wished && Notification.permission === "granted";
const show = () => { button.hidden = false; button.setAttribute("aria-pressed", isOn()); };

// The script of tables with days for a turn.
/** @type {HTMLElement | null} */
const place = document.querySelector("[data-push]");
if (button && "Notification" in window && Notification.permission !== "denied") {
  if (place && "serviceWorker" in navigator && "PushManager" in window) {
    import(place.dataset.by ?? "").then(({ switched }) => { ({ isOn } = switched(button)); }, () => { /* no button, then */ });
  } else {
    show();
    button.addEventListener("click", async () => {
      wished = !isOn() && (await Notification.requestPermission()) === "granted";
      try { localStorage.setItem(key, wished ? "on" : "off"); } catch { /* for this page only */ }
      show();
    });
  }
  document.addEventListener("sixth:shown", () => {
    const before = mine;
    mine = asked();
    if (!mine || before || !document.hidden || !isOn()) return;
    const news = new Notification(button.dataset.title, { body: byId("prompt").textContent, tag: location.pathname });
    news.onclick = () => { window.focus(); news.close(); };
  });
}
