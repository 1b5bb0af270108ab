// Links and codes are handed on: copied, shared by the system, printed. The buttons are those of `templates/parts/link.html`.

async function copy(/** @type {DOMStringMap} */ { text = "" }) {
  // Where the address has no TLS, or an app holds the page, there is no clipboard, but the old way may do.
  try { await navigator.clipboard.writeText(text); } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) throw new Error("no clipboard");
  }
}

/** @type {Record<string, (given: DOMStringMap) => unknown>} */
const ways = { copy, share: ({ link, text }) => navigator.share({ url: link, text: text || undefined }), print: () => print() };

/** @type {NodeListOf<HTMLButtonElement>} */
const all = document.querySelectorAll("[data-can]");
for (const each of all) each.hidden = each.dataset.can === "share" && !navigator.share;

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("[data-can]"));
  if (!button) return;
  const { can = "", done = "" } = button.dataset, around = button.closest(".given"), status = around?.querySelector("[role=status]");
  try {
    await ways[can](button.dataset);
    if (status) status.textContent = done;
  } catch {
    // A reader may have cancelled; else the link is selected, to be copied by hand.
    if (can === "copy") around?.querySelector("input")?.select();
  }
});
