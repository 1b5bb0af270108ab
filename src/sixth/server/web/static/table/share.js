// The picture of a result, shared with another app where the browser can; elsewhere its link saves it as a file.
import { closest } from "./page.js";

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
