// Files that links lead to: shared with another app where the system can and the link has a text for it, elsewhere saved.
// What was saved is said beside the link.

// Save a file, without a word.
export function save(/** @type {File} */ file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

export async function give(/** @type {HTMLAnchorElement} */ link) {
  const { text, saved = "" } = link.dataset;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
    const body = await answer.blob(), file = new File([body], link.download || named || "sixth", { type: body.type });
    if (text !== undefined && navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file], text });
      return;
    }
    save(file);
    if (link.nextElementSibling) link.nextElementSibling.textContent = saved.replace("{file}", file.name);
  } catch (/** @type {any} */ error) {
    // A reader who cancels has shared nothing, and needs no file either.
    if (error.name !== "AbortError") open(link.href, "_blank", "noopener");
  }
}

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (event.target).closest("a[data-saved]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  give(link);
});
