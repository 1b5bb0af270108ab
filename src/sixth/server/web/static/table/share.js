// The picture of a result, shared with another app where the browser can; elsewhere its link saves it as a file. And the
// invitation link, if the browser can copy.
import { byId, closest } from "./page.js";

document.addEventListener("click", async (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = closest(event, "#share");
  if (!link || !navigator.canShare) return;
  const like = new File([], "sixth.png", { type: "image/png" });
  if (!navigator.canShare({ files: [like] })) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const file = new File([await answer.blob()], "sixth.png", { type: "image/png" });
    await navigator.share({ files: [file], text: link.dataset.text ?? "" });
  } catch (/** @type {any} */ error) {
    // A reader who cancels has shared nothing, and needs no file either.
    if (error.name !== "AbortError") open(link.href, "_blank", "noopener");
  }
});

// The link comes and goes with the seat.
document.addEventListener("sixth:shown", () => {
  const copy = byId("copy");
  if (copy && navigator.clipboard) copy.hidden = false;
});
document.addEventListener("click", async (event) => {
  const copy = closest(event, "#copy");
  if (!copy) return;
  await navigator.clipboard.writeText(byId("link").value);
  byId("note").textContent = copy.dataset.done ?? "";
});
