// Buttons that share a text: with another app where the system can, and by a copy. What was done is said in a line below.
const at = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const share = at("share"), copy = at("copy-text"), done = at("shared");

async function copied() {
  await navigator.clipboard.writeText(share.dataset.text);
  done.textContent = "";
  // The same sentence is announced again.
  requestAnimationFrame(() => { done.textContent = done.dataset.copied; });
}

if (share) {
  share.hidden = !("share" in navigator);
  copy.hidden = !("clipboard" in navigator);
  copy.classList.toggle("main", share.hidden);
  if (share.hidden && copy.hidden) done.textContent = share.dataset.text;
  copy.addEventListener("click", copied);
  share.addEventListener("click", async () => {
    try {
      await navigator.share({ text: share.dataset.text });
    } catch (/** @type {any} */ error) {
      // A reader who cancels has shared nothing.
      if (error.name !== "AbortError") await copied().catch(() => {});
    }
  });
}
