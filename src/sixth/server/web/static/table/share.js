// The picture of a result, shared with another app where the browser can; elsewhere its link saves it as a file.
export async function share(/** @type {HTMLAnchorElement} */ link) {
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const file = new File([await answer.blob()], "sixth.png", { type: "image/png" });
    await navigator.share({ files: [file], text: link.dataset.text ?? "" });
  } catch (/** @type {any} */ error) {
    // A reader who cancels has shared nothing, and needs no file either.
    if (error.name !== "AbortError") open(link.href, "_blank", "noopener");
  }
}
