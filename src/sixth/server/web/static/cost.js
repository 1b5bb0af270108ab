// The cost of the player's choices in a deal that everybody gets: asked for by a form, told when the coach has it.
const luck = document.querySelector("[data-given]");
if (luck) {
  luck.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target, body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => null);
    document.dispatchEvent(new CustomEvent("sixth:sent", { detail: { form, status: answer?.status ?? 0 } }));
  });
  const { tell } = await import(luck.dataset.by);
  tell(luck);
}
