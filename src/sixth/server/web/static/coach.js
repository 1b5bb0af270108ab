// The progress of a review, and a reload of the page when it is complete.
const wait = document.getElementById("wait"), state = document.getElementById("state"), done = document.getElementById("done");
const news = new EventSource(wait.dataset.from);
news.addEventListener("message", ({ data }) => {
  const [fraction, ahead] = data.split(" ").map(Number);
  const { far, long, queue, works } = wait.dataset;
  const text = ahead ? (ahead >= far ? long : queue).replace("{count}", ahead) : works;
  if (state.textContent !== text) state.textContent = text;
  done.value = fraction;
});
for (const end of ["there", "failed", "unasked"]) news.addEventListener(end, () => { news.close(); location.reload(); });
