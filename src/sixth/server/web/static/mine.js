// The tables that this browser has a seat at, so that one finds the way back. It alone knows them.
const key = "sixth-tables";
const most = 30;
const latest = 8.64e15; // milliseconds; no date is later
const isTable = (each) => typeof each?.id === "string" && /^[a-z0-9]{1,40}$/.test(each.id)
  && typeof each.game === "string" && each.game.length < 100 && Math.abs(each.at) <= latest;
const read = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    return Array.isArray(kept) ? kept.filter(isTable).slice(0, most) : [];
  } catch { return []; }
};
const write = (tables) => { try { localStorage.setItem(key, JSON.stringify(tables.slice(0, most))); } catch { /* not kept, then */ } };

const here = document.querySelector("script[data-table]")?.dataset;
if (here) write([{ id: here.table, game: here.game, at: Date.now() }, ...read().filter(({ id }) => id !== here.table)]);

const section = document.getElementById("mine");
// As in the country of the reader, where the browser says which.
const { lang } = document.documentElement, where = navigator.languages.find((each) => each.startsWith(lang)) ?? lang;
const date = new Intl.DateTimeFormat(where, { dateStyle: "medium", timeStyle: "short" });
const show = () => {
  const tables = read();
  section.hidden = !tables.length;
  section.querySelector("ul").replaceChildren(...tables.map(({ id, game, at }) => {
    const item = document.createElement("li"), link = document.createElement("a"), forget = document.createElement("button");
    link.href = `/t/${id}`;
    link.textContent = `${game} · ${date.format(at)}`;
    forget.type = "button";
    forget.textContent = "✕";
    forget.setAttribute("aria-label", section.dataset.forget.replace("{table}", link.textContent));
    forget.addEventListener("click", () => {
      write(read().filter((each) => each.id !== id));
      show();
      (section.querySelector("a") ?? document.getElementById("name")).focus();
    });
    item.append(link, forget);
    return item;
  }));
};
if (section) show();
