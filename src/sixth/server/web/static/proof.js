// The proof of a record: each deal is repeated and compared, as docs/fair-deals.md describes. The words come from the page.
const bytes = (text) => new TextEncoder().encode(text);
const four = (number) => new Uint8Array([number >>> 24, number >>> 16, number >>> 8, number]);
const joined = (parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => new Uint8Array((text.match(/../g) ?? []).map((two) => parseInt(two, 16)));

const hmac = async (key, data) => {
  const made = await crypto.subtle.importKey("raw", key, {name: "HMAC", hash: "SHA-256"}, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, data));
};

/** Uniform draws for one round: a function that returns a number below `bound`. */
const draws = async (secret, texts, round) => {
  const added = texts.flatMap((text) => [four(bytes(text).length), bytes(text)]);
  const key = await hmac(secret, joined([bytes("sixth-deal/1"), [0], four(round), ...added]));
  let block = 0, words = [];
  return async (bound) => {
    for (;;) {
      if (!words.length) {
        const view = new DataView((await hmac(key, four(block++))).buffer);
        words = Array.from({length: 8}, (_, at) => view.getUint32(4 * at));
      }
      const word = words.shift();
      if (word < 2 ** 32 - 2 ** 32 % bound) return word % bound;
    }
  };
};

const shuffled = async (size, below) => {
  const cards = Array.from({length: size}, (_, at) => at + 1);
  for (let last = size - 1; last > 0; last--) {
    const other = await below(last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
};

const deckSize = (rules, players) =>
  rules.deck === "full" ? 104 : rules.deck === "tactical" ? rules.hand * players + rules.rows : rules.deck;

/** The expected deal: every seat's hand, and the rows (none for a second half, as they lie already). */
const dealt = async (rules, players, part, below) => {
  const size = deckSize(rules, players.length), cards = await shuffled(size, below);
  const each = Math.floor((size - rules.rows) / players.length), half = Math.floor(each / 2);
  const parts = rules.deal === "halves" ? [half, each - half] : [rules.hand];
  if (part === 2) cards.splice(0, parts[0] * players.length + rules.rows);
  const hands = Array.from({length: rules.seats}, () => []);
  for (const seat of players) {
    hands[seat] = cards.splice(0, parts[part - 1]);
    if (rules.play !== "flip") hands[seat].sort((a, b) => a - b);
  }
  return {hands, rows: cards.slice(0, rules.rows).map((card) => [card])};
};

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Check a record; yield [what, round] for each finding, the first mismatch last. */
export async function* verdicts(lines) {
  const [{rules}, ...events] = lines;
  let players = Array.from({length: rules.seats}, (_, seat) => seat), promised, laid, picked;
  for (const event of events) {
    const round = event.round;
    if (event.event === "round_ended") players = players.filter((seat) => !event.out.includes(seat));
    if (event.event === "laid") [laid, picked] = [event, Array.from({length: rules.seats}, () => [])];
    if (event.event === "picked") picked[event.seat].push(event.card);
    if (event.event !== "dealt") continue;
    const {proof} = event;
    if (!proof) return yield ["none", round];
    const secret = unhex(proof.secret);
    if (hex(secret) !== proof.secret.toLowerCase()
      || hex(new Uint8Array(await crypto.subtle.digest("SHA-256", secret))) !== proof.commitment) return yield ["broken", round];
    if (!promised) yield ["promise", round];
    else if (!same(promised, proof)) return yield ["changed", round];
    promised = proof;
    const below = await draws(secret, proof.texts, round);
    if (rules.deal === "draft") {
      // All but the first to pick is public: the picks are the hands, and the remaining cards the rows.
      const hands = picked.map((hand) => hand.sort((a, b) => a - b));
      const rows = laid.cards.filter((card) => !hands.flat().includes(card)).map((card) => [card]);
      const fair = players[await below(players.length)] === laid.first && same([hands, rows], [event.hands, event.rows]);
      yield [fair ? "first" : "bad", round];
      if (!fair) return;
      continue;
    }
    const {hands, rows} = await dealt(rules, players, event.part, below);
    const fair = same(hands, event.hands) && (event.part === 2 || same(rows, event.rows));
    yield [fair ? event.part === 2 ? "half" : "good" : "bad", round];
    if (!fair) return;
  }
  yield [promised ? "all" : "none", 0];
}

/** The promise that this browser noted when it first saw a page of the daily deal, or null. */
function noted() {
  try { return JSON.parse(localStorage.getItem("sixth-daily"))?.anchor; } catch { return undefined; }
}

/** Whether the secret of a day's deal, which nobody may change, leads to the promise published for all days. */
async function chained(lines, day) {
  const {begins, anchor} = await (await fetch("/api/v1/daily")).json();
  const dealt = lines.filter((each) => each.event === "dealt");
  for (const {proof} of dealt) {
    let secret = unhex(proof.secret);
    for (let left = (Date.parse(day) - Date.parse(begins)) / 86_400_000 + 1; left > 0; left--) secret = new Uint8Array(await crypto.subtle.digest("SHA-256", secret));
    if (hex(secret) !== anchor || proof.texts.some(Boolean)) return "unchained";
  }
  return [anchor, undefined].includes(noted()) ? "chain" : "unnoted";
}

/** Whether the secret of a deal of a board follows from that of the board, once it is published, and that leads to the promise. */
async function ofBoard(lines, deal) {
  const {begins, last, anchor, secret} = await (await fetch(`/api/v1/boards/${deal.slice(0, deal.lastIndexOf("."))}`)).json();
  if (!secret) return "sealed";
  const own = hex(await hmac(unhex(secret), bytes(deal)));
  let link = unhex(secret);
  for (let left = (Date.parse(last) - Date.parse(begins)) / 86_400_000 + 1; left > 0; left--) link = new Uint8Array(await crypto.subtle.digest("SHA-256", link));
  const fair = hex(link) === anchor && lines.every(({proof}) => !proof || proof.secret === own && !proof.texts.some(Boolean));
  return fair ? "chain" : "unchained";
}

const section = document.querySelector("#proof");
if (section && globalThis.crypto?.subtle) {
  const button = section.querySelector("#check"), list = section.querySelector("#verdict");
  const say = (what, round = 0) => {
    const line = document.createElement("li");
    if (what !== "sealed") line.className = ["good", "half", "first", "promise", "all", "chain"].includes(what) ? "fair" : "unfair";
    line.dataset.what = what;
    line.textContent = section.dataset[what].replace("{round}", round);
    list.append(line);
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    list.replaceChildren();
    try {
      const answer = await fetch(section.dataset.record);
      const lines = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
      for await (const result of verdicts(lines)) say(...result);
      if (section.dataset.day) say(await chained(lines, section.dataset.day));
      if (section.dataset.board) say(await ofBoard(lines, section.dataset.board));
    } catch {
      say("failed");
    }
    button.disabled = false;
    button.focus();
  });
}
