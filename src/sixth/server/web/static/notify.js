// A notification when it becomes one's turn while nobody looks at this tab: off until asked for.
const button = document.getElementById("notify");
const idle = ["wait", "sit", "back", "closed"];
const asked = () => !idle.includes(document.getElementById("table").dataset.asks) && !document.querySelector("#hand [aria-pressed=true]");
const key = "sixth-notify";
let mine = asked();
let wanted = false;
try { wanted = localStorage.getItem(key) === "on"; } catch { /* off, then */ }
const on = () => wanted && Notification.permission === "granted";
const show = () => { button.hidden = false; button.setAttribute("aria-pressed", on()); };

if (button && "Notification" in window && Notification.permission !== "denied") {
  show();
  button.addEventListener("click", async () => {
    wanted = !on() && (await Notification.requestPermission()) === "granted";
    try { localStorage.setItem(key, wanted ? "on" : "off"); } catch { /* for this page only */ }
    show();
  });
  document.addEventListener("sixth:shown", () => {
    const before = mine;
    mine = asked();
    if (!mine || before || !document.hidden || !on()) return;
    const news = new Notification(button.dataset.title, { body: document.getElementById("prompt").textContent, tag: location.pathname });
    news.onclick = () => { window.focus(); news.close(); };
  });
}
