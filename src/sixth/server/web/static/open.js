// The list of open tables keeps itself up to date; it can be held, so that nothing moves while one reads it.
const list = document.getElementById("open"), say = document.getElementById("open-say"), hold = document.getElementById("hold");
const held = () => hold.getAttribute("aria-pressed") === "true";
const ids = (root) => [...root.querySelectorAll("li")].map(({ id }) => id).join(" ");

async function look() {
  if (held()) return;
  try {
    const known = ids(list).replaceAll("t-", "");
    const answer = await fetch(`/tables?known=${encodeURIComponent(known)}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok || held()) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    put(found.getElementById("open"));
    const news = found.getElementById("open-say").textContent;
    if (news) say.textContent = news;
  } catch { /* The next time it is asked again. */ }
}

/** Whoever has the focus on a table of the list keeps it. */
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
  hold.setAttribute("aria-pressed", !held());
  look();
});
setInterval(look, 8000);
