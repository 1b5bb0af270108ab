// Talk: an empty line once the words have arrived, and who is muted is remembered in this browser.
const talk = document.getElementById("talk");
const key = `sixth-muted-${talk?.dataset.table}`;
const boxes = () => [...talk.querySelectorAll("#muted input")];

document.addEventListener("sixth:sent", ({ detail: { form, status } }) => {
  if (form.matches(".words") && status > 0 && status < 400) form.reset();
});
talk?.addEventListener("change", ({ target }) => {
  if (!target.closest("#muted")) return;
  const muted = boxes().filter((box) => box.checked).map((box) => box.id);
  try { localStorage.setItem(key, muted.join(" ")); } catch { /* not kept, then */ }
});
try {
  const muted = (localStorage.getItem(key) ?? "").split(" ");
  if (talk) for (const box of boxes()) box.checked = muted.includes(box.id);
} catch { /* no storage, nothing was kept */ }
