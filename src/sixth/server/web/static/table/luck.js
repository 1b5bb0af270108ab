// The coach's review of the viewer's game, beside its result: a button asks for it, then progress, then the sentence.
export function tell(/** @type {HTMLElement} */ section) {
  const given = JSON.parse(section.dataset.given ?? ""), { from, queue, works, failed } = given, form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const [status, done, more] = [["p", "account"], ["progress"], ["a"]].map(([name, kind = ""]) =>
    /** @type {any} */ (Object.assign(document.createElement(name), { className: kind, hidden: true })));
  status.role = "status";
  status.tabIndex = -1;
  done.ariaLabel = works;
  Object.assign(more, { href: given.page, textContent: given.more });
  section.prepend(status, done, more);
  // Whether the focus was on the button, which is about to disappear.
  let held = form.contains(document.activeElement);
  const write = (/** @type {string} */ text) => {
    if (status.textContent !== text) status.textContent = text;
    status.hidden = !text;
    form.hidden = Boolean(text) && text !== failed;
    if (held && form.hidden) {
      status.focus();
      held = false;
    }
  };
  const listen = () => {
    const news = new EventSource(from);
    /** @type {(name: string, tell: (data: string) => void) => void} */
    const end = (name, tell) => news.addEventListener(name, ({ data }) => {
      news.close();
      done.hidden = true;
      tell(data);
    });
    news.addEventListener("message", ({ data }) => {
      const [share, ahead] = data.split(" ").map(Number);
      write(ahead ? queue.replace("{count}", ahead) : works);
      done.value = share;
      done.hidden = false;
    });
    end("there", (sentence) => { write(sentence); more.hidden = false; });
    end("failed", () => write(failed));
    end("unasked", () => write(""));
  };
  document.addEventListener("sixth:sent", ({ detail: { form: sent, status } }) => {
    if (sent !== form || status !== 200) return;
    held = form.contains(document.activeElement);
    listen();
  });
  listen();
}

// What a turn, or a round, was worth; "" without an answer.
export async function say(/** @type {string} */ address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  return answer?.ok ? answer.text() : "";
}
