// At a table of a tournament, after the game: when the next round has begun, its page opens, and leads to the next table.
const LATER_MS = 5000;

export function tell(/** @type {HTMLElement} */ part) {
  const { page, round } = JSON.parse(part.dataset.given ?? "{}");
  follow(page, Number(round));
}

/** @type {(page: string, round: number) => Promise<void>} */
async function follow(page, round) {
  try {
    const { body } = await fetch(`${page}/changes`, { cache: "no-store" });
    const reader = /** @type {ReadableStream<any>} */ (body).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (text + next.value).split("\n");
      text = lines.pop() ?? "";
      const line = lines.findLast(Boolean);
      if (line && isOn(JSON.parse(line), round)) { location.assign(page); return; }
    }
  } catch { /* The line is down. */ }
  setTimeout(follow, LATER_MS, page, round);
}

/** Whether a later round has begun, or all is over. @type {(news: any, round: number) => boolean} */
const isOn = ({ rounds, ended_at: ended }, round) => Boolean(ended) || rounds.length > round;
