// The score pad: shows a game, takes what is entered, keeps all of it in this browser.

const at = (id) => document.getElementById(id);
const pad = at("pad");
const [G, {h, fill, speaker, chart, cardGrid}] = await Promise.all([import(pad.dataset.game), import(pad.dataset.parts)]);
const {MOST, Refused} = G;
const HEADS = JSON.parse(at("heads").textContent);
const language = document.documentElement.lang;
const words = speaker(JSON.parse(at("words").textContent), language);
const say = words.say;

// A browser may refuse even to name its storage.
const storage = () => window.localStorage;
let {book, lost} = G.readBook(storage);
let past = [], future = [];
let shared = null; // a game from a link, only to be looked at
let editing = null; // the round that is changed, or null for the next
let kept = true;

const named = () => new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"}).format();
const fresh = (players) => G.newGame(G.clean(named()), players);
let unsaved = fresh([]); // shown while there is no saved game
const game = () => shared ?? book.games.get(book.open) ?? unsaved;

// ------------------------------------------------------------------ changes

/** Say it; `heard` is what the page shows anyway. */
function tell(text, heard = false) {
  at("say").textContent = text;
  at("say").classList.toggle("only-read", heard);
}
const note = (text) => { at("note").textContent = text; };

/** Do it, or say in one sentence why not; `field` is where it was entered. */
function attempt(change, field) {
  try {
    field?.removeAttribute("aria-invalid");
    note("");
    return change() ?? true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(say(error.word, error.values));
    if (field) {
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
    return false;
  }
}

function turnTo(next, text, heard) {
  book = next;
  kept = G.keepBook(storage, book);
  show();
  tell(text, heard);
  if (!kept) note(say("unkept"));
}

function change(next, text, heard) {
  past.push(book);
  if (past.length > 500) past.shift();
  future = [];
  turnTo(next, text, heard);
}

/** The game as it is now, in a book that has it as the open one. */
function put(changed, text, {id = book.open ?? G.newId(), heard = false} = {}) {
  if (!book.games.has(id) && book.games.size >= MOST.games) throw new Refused("tooManyGames", {most: MOST.games});
  const games = new Map(book.games).set(id, changed);
  change({open: id, games}, text, heard);
}

function back(from, to, text) {
  if (!from.length) return;
  to.push(book);
  editing = null;
  forget();
  turnTo(from.pop(), text);
}
const undo = () => back(past, future, say("undone"));
const redo = () => back(future, past, say("redone"));

// ------------------------------------------------------------------ what a game says of itself

function standingTexts(now, stands) {
  const names = (seats) => words.and(seats.map((seat) => now.players[seat]));
  const about = (word, seats, values = {}) => say(word, {names: names(seats), ...values}, seats.length);
  if (!now.rounds.length) return [say(now.players.length < 2 ? "more" : "nobody")];
  const best = {heads: words.heads(stands.least)};
  const texts = [];
  if (stands.reached.length) texts.push(about("reached", stands.reached, {limit: now.end.count}));
  if (stands.out.length) texts.push(about("out", stands.out));
  texts.push(...stands.over ? [say("over"), about("wins", stands.leaders, best)] : [about("leads", stands.leaders, best)]);
  const left = now.end.count - now.rounds.length;
  if (now.end.kind === "rounds" && left > 0) texts.push(say("left", {count: left}, left));
  return texts;
}

const headsText = (now, entry) => Array.isArray(entry) ? say("counted", {cards: words.cards(entry.length), heads: words.heads(G.headsOf(entry, HEADS[now.heads]))}) : "";

function entryText(entry) {
  if (Array.isArray(entry)) return entry.length === 1 ? `#${entry[0]}` : entry.join(" ") || "0";
  return entry === null ? "" : String(entry);
}

// ------------------------------------------------------------------ showing

const forget = () => { for (const input of inputs()) input.value = ""; };

function show() {
  const now = game(), stands = G.standing(now, HEADS);
  if (editing !== null && editing >= now.rounds.length) editing = null;
  const focused = document.activeElement?.id;
  at("all").hidden = false;
  at("title").textContent = now.name;
  at("standing").textContent = standingTexts(now, stands).join(" ") + (stands.over && !shared ? ` ${say("playOn")}` : "");
  at("standing").classList.toggle("over", stands.over);
  at("shared").hidden = !shared;
  for (const id of ["setup", "games"]) at(id).hidden = !!shared;
  at("undo").hidden = at("redo").hidden = !!shared;
  at("undo").disabled = !past.length;
  at("redo").disabled = !future.length;
  at("share").disabled = now.players.length < 1;
  at("link").hidden = true;
  showEntry(now, stands);
  showSheet(now, stands);
  showSetup(now);
  showGames();
  // What had the focus may have gone: then it stays at the game, rather than at the top of the page.
  const same = at(focused);
  if (focused && (!same || same.disabled || !same.checkVisibility())) at("title").focus();
}

function showEntry(now, stands) {
  const number = (editing ?? now.rounds.length) + 1;
  const can = !shared && now.players.length > 1 && (editing !== null || !stands.over);
  at("entry").hidden = !can;
  at("after").hidden = !!shared || !stands.over || editing !== null;
  at("which").textContent = say(editing === null ? "round" : "roundChanged", {round: number});
  at("write").textContent = say("writeDown", {round: number});
  at("cancel").hidden = at("drop").hidden = editing === null;
  fill(at("lines"), ...now.players.map((name, seat) => line(now, stands, name, seat)));
  for (const input of inputs()) count(input);
}

const inputs = () => [...at("lines").querySelectorAll("input")];

/** Say beside the field how many heads the cards in it have. */
function count(input) {
  let text = "";
  try { text = headsText(game(), G.entryOf(input.value)); } catch { /* it is said when it is written down */ }
  input.parentElement.querySelector("output").textContent = text;
}

function line(now, stands, name, seat) {
  const id = `in-${seat}`;
  return h("li", {hidden: !G.plays(stands, seat, editing ?? now.rounds.length)},
    h("label", {for: id, class: "name"}, name), h("small", {class: "sum"}, words.heads(stands.totals[seat])),
    h("input", {id, inputmode: "decimal", maxlength: "400", "aria-describedby": "hint", "aria-label": say("entry", {name}), oninput: ({target}) => { target.removeAttribute("aria-invalid"); count(target); }}),
    h("button", {type: "button", id: `pick-${seat}`, "aria-label": say("pick", {name}), onclick: () => pick(seat)}, say("pickCards")),
    h("output", {for: id}));
}

function showSheet(now, stands) {
  const sheet = at("sheet");
  sheet.hidden = !now.rounds.length;
  if (sheet.hidden) return;
  const limit = now.end.kind === "rounds" ? null : now.end.count;
  chart(at("chart"), now, stands, {limit, label: say("limitLine", {limit}), alt: say("chart")});
  const best = (seat) => stands.leaders.includes(seat) ? "best" : stands.out.includes(seat) ? "gone" : "";
  fill(sheet.querySelector("thead"), h("tr", {}, h("td"), ...now.players.map((name, seat) => h("th", {scope: "col", class: best(seat)}, name))));
  fill(sheet.querySelector("tbody"), ...now.rounds.map((round, index) => h("tr", {},
    h("th", {scope: "row"}, shared ? say("round", {round: index + 1})
      : h("button", {type: "button", id: `round-${index}`, "aria-label": say("change", {round: index + 1}), onclick: () => edit(index)}, say("round", {round: index + 1}))),
    ...round.map((entry, seat) => h("td", {title: Array.isArray(entry) ? entry.join(" ") : ""},
      entry === null ? "–" : String(G.headsOf(entry, HEADS[now.heads])), " ", h("small", {}, String(stands.byRound[index][seat])))))));
  fill(sheet.querySelector("tfoot"), h("tr", {}, h("th", {scope: "row"}, say("sum")), ...stands.totals.map((total, seat) => h("td", {class: best(seat)}, String(total)))));
}

function showSetup(now) {
  fill(at("players"), ...now.players.map((name, seat) => h("li", {class: "side"},
    h("input", {id: `name-${seat}`, "aria-label": say("playerName", {number: seat + 1}), onchange: ({target}) => rename(seat, target)}),
    h("button", {type: "button", id: `out-${seat}`, "aria-label": say("remove", {name}), onclick: () => remove(seat)}, "×"))));
  now.players.forEach((name, seat) => { at(`name-${seat}`).value = name; });
  const rules = at("rules").elements;
  rules.name.value = now.name;
  rules.end.value = now.end.kind;
  rules.heads.value = now.heads;
  rules.count.value = now.end.count;
  rules.count.labels[0].textContent = say(now.end.kind === "rounds" ? "count" : "limit");
}

function showGames() {
  // Listeners stay with a place, where another game may come to stand, so they ask the button which one it is.
  fill(at("list"), ...[...book.games].reverse().map(([id, each]) => h("li", {class: "side"},
    h("button", {type: "button", id: `open-${id}`, "data-id": id, "aria-current": String(id === book.open), "aria-label": say("open", {game: each.name}), onclick: (event) => open(event.currentTarget.dataset.id)},
      h("b", {}, each.name), " ", h("small", {}, `${words.and(each.players)} · ${words.rounds(each.rounds.length)}`)),
    h("button", {type: "button", id: `delete-${id}`, "data-id": id, "aria-label": say("delete", {game: each.name}), onclick: (event) => drop(event.currentTarget.dataset.id)}, "×"))));
}

// ------------------------------------------------------------------ rounds

at("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const now = game(), stands = G.standing(now, HEADS), number = editing ?? now.rounds.length;
  const typing = document.activeElement?.matches("#lines input");
  const fields = inputs(), round = [];
  for (const [seat, input] of fields.entries()) {
    if (!G.plays(stands, seat, number)) round.push(null);
    else if (!attempt(() => { round.push(G.entryOf(input.value)); }, input)) return;
  }
  const rounds = now.rounds.toSpliced(number, 1, round);
  const written = attempt(() => {
    if (fields.every((input) => !input.value.trim())) throw new Refused("nothing");
    G.checkRound(round, now.players);
    if (rounds.length > MOST.rounds) throw new Refused("tooManyRounds", {most: MOST.rounds});
    forget();
    const was = editing;
    editing = null;
    const next = {...now, rounds};
    const then = G.standing(next, HEADS);
    const totals = words.and(next.players.map((name, seat) => say("total", {name, heads: words.heads(then.totals[seat])})));
    put(next, [say("written", {round: number + 1}), say("totals", {totals}), ...standingTexts(next, then)].join(" "), {heard: true});
    if (was !== null) at(`round-${was}`).focus();
  }, typing ? document.activeElement : fields.find((input) => input.checkVisibility()));
  // Who types goes on typing; who taps wants to see how it stands.
  if (written && typing && editing === null && at("entry").checkVisibility()) inputsNow()[0]?.focus();
});
const inputsNow = () => inputs().filter((input) => input.checkVisibility());

function edit(index) {
  editing = index;
  show();
  const round = game().rounds[index];
  inputs().forEach((input, seat) => {
    input.value = entryText(round[seat]);
    count(input);
  });
  inputsNow()[0]?.focus();
}

function endEdit() {
  const was = editing;
  editing = null;
  forget();
  show();
  at(`round-${was}`)?.focus();
}
at("cancel").addEventListener("click", endEdit);
at("drop").addEventListener("click", () => {
  const now = game(), number = editing;
  editing = null;
  forget();
  put({...now, rounds: now.rounds.toSpliced(number, 1)}, say("dropped", {round: number + 1}));
});

/** Choose cards for one player from all 104; what others took in this round cannot be chosen. */
function pick(seat) {
  const now = game(), table = HEADS[now.heads];
  const fields = inputs();
  const entries = fields.map((input) => { try { const entry = G.entryOf(input.value); return Array.isArray(entry) ? entry : []; } catch { return []; } });
  const taken = new Map(entries.flatMap((entry, other) => other === seat ? [] : entry.map((card) => [card, now.players[other]])));
  let chosen = entries[seat].filter((card) => !taken.has(card));
  const tally = () => { at("counted").textContent = headsText(now, chosen); };
  at("whose").textContent = say("pick", {name: now.players[seat]});
  tally();
  cardGrid(at("grid"), {
    heads: table, taken, pressed: chosen,
    label: (card, heads) => taken.has(card) ? say("taken", {card, name: taken.get(card)}) : say("card", {card, heads: words.heads(heads)}),
    refuse: (card, name) => { at("counted").textContent = say("taken", {card, name}); },
    changed: (pressed) => { chosen = pressed; tally(); },
  });
  const dialog = at("cards");
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue !== "done") return;
    fields[seat].value = chosen.length ? entryText(chosen) : "";
    count(fields[seat]);
  };
  dialog.showModal();
  at("grid").firstChild.focus();
}

// ------------------------------------------------------------------ players and rules

at("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const now = game(), input = at("new");
  attempt(() => {
    const name = G.cleanName(input.value, now.players);
    if (now.players.length >= MOST.players) throw new Refused("tooManyPlayers", {most: MOST.players});
    input.value = "";
    put({...now, players: [...now.players, name], rounds: now.rounds.map((round) => [...round, null])}, say("added", {name}));
  }, input);
});

const rename = (seat, input) => attempt(() => {
  const now = game();
  const name = G.cleanName(input.value, now.players.toSpliced(seat, 1));
  if (name !== now.players[seat]) put({...now, players: now.players.with(seat, name)}, "");
}, input);

function remove(seat) {
  const now = game(), name = now.players[seat];
  const typed = inputs().map((input) => input.value).toSpliced(seat, 1);
  inputs().forEach((input, place) => { input.value = typed[place] ?? ""; });
  put({...now, players: now.players.toSpliced(seat, 1), rounds: now.rounds.map((round) => round.toSpliced(seat, 1))}, say("removed", {name}));
}

at("rules").addEventListener("submit", (event) => event.preventDefault());
at("rules").addEventListener("change", ({target}) => {
  const now = game(), rules = at("rules").elements;
  const done = attempt(() => {
    const count = Number(rules.count.value);
    if (!/^\s*\d{1,9}\s*$/.test(rules.count.value) || count < 1 || count > MOST.count) throw new Refused("notCount", {most: MOST.count});
    const kind = rules.end.value;
    // Another kind of end counts something else.
    const counts = (each) => each === "rounds" ? 4 : 66;
    const end = {kind, count: target.name === "end" && counts(kind) !== counts(now.end.kind) ? counts(kind) : count};
    const name = [...G.clean(rules.name.value)].slice(0, MOST.title).join("") || now.name;
    put({...now, name: G.clean(name), end, heads: rules.heads.value}, "");
  }, target);
  if (done) tell(standingTexts(game(), G.standing(game(), HEADS)).join(" "), true);
});

// ------------------------------------------------------------------ saved games and links

function begin() {
  attempt(() => {
    editing = null;
    forget();
    const next = fresh(game().players);
    put(next, say("opened", {game: next.name}), {id: G.newId()});
    at("title").focus();
  });
}
at("begin").addEventListener("click", begin);
at("again").addEventListener("click", begin);

function open(id) {
  editing = null;
  forget();
  change({...book, open: id}, say("opened", {game: book.games.get(id).name}));
  at("title").focus();
}

function drop(id) {
  const {name} = book.games.get(id);
  const games = new Map(book.games);
  games.delete(id);
  if (id === book.open) forget();
  change({open: id === book.open ? [...games.keys()].at(-1) ?? null : book.open, games}, say("deleted", {game: name}));
  at("undo").focus();
}

at("undo").addEventListener("click", undo);
at("redo").addEventListener("click", redo);
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || shared || event.target.matches("input") || at("cards").open) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  (key === "y" || event.shiftKey ? redo : undo)();
});

at("share").addEventListener("click", async () => {
  let packed = "";
  try { packed = await G.pack(game()); } catch (error) { return void attempt(() => { throw error; }); }
  const address = at("address");
  address.value = `${location.origin}${location.pathname}#${packed}`;
  at("link").hidden = false;
  address.select();
  try {
    await navigator.clipboard.writeText(address.value);
    tell(say("copied"));
  } catch { tell(say("copy")); }
});

async function look() {
  const packed = location.hash.slice(1);
  // A link to a part of this page is no game.
  if (packed && !at(packed)) {
    try {
      shared = await G.unpack(packed);
      note("");
    } catch (error) {
      leave();
      attempt(() => { throw error; });
    }
  }
  show();
}

function leave() {
  shared = null;
  history.replaceState(null, "", location.pathname);
}

at("keep").addEventListener("click", () => attempt(() => {
  const copy = shared;
  shared = null;
  try { put(copy, say("kept"), {id: G.newId()}); } catch (error) { shared = copy; throw error; }
  leave();
  at("title").focus();
}));
at("mine").addEventListener("click", () => {
  leave();
  show();
  at("title").focus();
});

addEventListener("hashchange", look);
// The same book in another tab: go on from what it wrote.
addEventListener("storage", ({key}) => {
  if (!G.isBook(key)) return;
  ({book} = G.readBook(storage));
  past = [];
  future = [];
  show();
});

await look();
at("setup").open = game().players.length < 2;
if (lost) note(say("lost"));
