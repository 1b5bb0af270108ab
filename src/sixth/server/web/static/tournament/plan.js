// The form of a tournament: the server says whether the game can be dealt, and what its defaults are.
const byId = (/** @type {string} */ id) => document.getElementById(id);
const form = /** @type {HTMLFormElement} */ (byId("plan"));
const RULES = /^(game|seats|length|end|end_count|deck|deck_size|hand|rows|row_limit|deal|play|ends|heads|goal)$/;
let timer = 0;

async function ask() {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (RULES.test(name)) body.append(name, String(value));
  try {
    const answer = await fetch("/tables/check", { method: "POST", body });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of page.body.children) byId(part.id)?.replaceChildren(...part.childNodes);
  } catch { /* The form itself is answered with the same, once it is sent. */ }
}

form.addEventListener("input", (event) => {
  if (!RULES.test(/** @type {HTMLInputElement} */ (event.target).name)) return;
  clearTimeout(timer);
  timer = setTimeout(ask, 300);
});
