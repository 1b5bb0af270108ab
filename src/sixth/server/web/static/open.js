// The list of open tables, which updates itself; it can be paused, so that nothing moves while it is read. A
// subscriber is notified of the next table, also in a closed browser.
import { switched } from "./push.js";

const { again } = switched(document.getElementById("tell"));
const list = document.getElementById("open"), say = document.getElementById("open-say"), hold = document.getElementById("hold");
const paused = () => hold.getAttribute("aria-pressed") === "true";
const ids = (root) => [...root.querySelectorAll("li")].map(({ id }) => id).join(" ");

async function look() {
  if (paused()) return;
  try {
    const known = ids(list).replaceAll("t-", "");
    const answer = await fetch(`/tables?known=${encodeURIComponent(known)}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok || paused()) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    put(page.getElementById("open"));
    const news = page.getElementById("open-say").textContent;
    if (news) say.textContent = news;
    // A request ends a while after the table is in the list, with the notification.
    again();
  } catch { /* The next time it is asked again. */ }
}

/** A table with the focus keeps it. */
function put(next) {
  if (ids(next) && ids(next) === ids(list)) {
    for (const line of next.querySelectorAll("li")) {
      const [text, link] = document.getElementById(line.id).children, [newText, newLink] = line.children;
      text.replaceWith(newText);
      link.replaceChildren(...newLink.childNodes);
    }
    return;
  }
  const focused = document.activeElement.closest("#open li")?.id;
  list.replaceChildren(...next.childNodes);
  if (focused) document.getElementById(focused)?.querySelector("a").focus();
}

hold.hidden = false;
hold.addEventListener("click", () => {
  hold.setAttribute("aria-pressed", !paused());
  look();
});
setInterval(look, 8000);
