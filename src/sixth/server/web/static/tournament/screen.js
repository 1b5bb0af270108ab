// The pages of a big screen: what does not fit is shown page after page.
const EVERY_MS = 9000;
let timer = 0;

export function turnPages() {
  clearInterval(timer);
  const pages = document.querySelector("[data-turns]");
  if (!pages) return;
  timer = setInterval(() => {
    const columns = pages.querySelector(".halls, .ranking"), width = pages.clientWidth;
    const gap = columns ? parseFloat(getComputedStyle(columns).columnGap) || 0 : 0;
    const isLast = pages.scrollLeft + width >= pages.scrollWidth - 4;
    pages.scrollTo({ left: isLast ? 0 : pages.scrollLeft + width + gap });
  }, EVERY_MS);
}
