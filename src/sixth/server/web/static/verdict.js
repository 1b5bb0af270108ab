// The check of rules during their choice: the server says whether they can be dealt, and what the game's defaults are.
const byId = (id) => document.getElementById(id);
const form = byId("verdict").closest("form");
let timer = 0, request = null;

byId("choices").addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  const { seats } = form.elements;
  if (target.dataset.most) seats.value = Math.min(seats.value, target.dataset.most);
  // The verdict on the last choice no longer holds.
  document.querySelector(".customise summary small")?.remove();
  timer = setTimeout(ask, 300);
});

async function ask() {
  request?.abort();
  request = new AbortController();
  try {
    const answer = await fetch(form.dataset.check ?? "/tables/check", { method: "POST", body: new URLSearchParams(new FormData(form)), signal: request.signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of page.body.children) byId(part.id).replaceChildren(...part.childNodes);
  } catch { /* The form itself is answered with the same, once it is sent. */ }
}
