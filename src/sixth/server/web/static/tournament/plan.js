// The form of a tournament: the server says whether the game can be dealt, its defaults, and how much is luck.
const byId = (/** @type {string} */ id) => document.getElementById(id);
const form = /** @type {HTMLFormElement} */ (byId("plan"));
let timer = 0;

async function ask() {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  try {
    const answer = await fetch("/tournaments/check", { method: "POST", body });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of page.body.children) byId(part.id)?.replaceChildren(...part.childNodes);
  } catch { /* The form itself is answered with the same, once it is sent. */ }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, 300);
});
