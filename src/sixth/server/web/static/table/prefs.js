// Preferences of this browser for tables: saved in localStorage, and checked when read.
const KEYS = { hand: "h", rows: "r", scores: "s", turn: "t", last: "l", back: ",", on: ".", keep: "n", help: "?" };
/** @type {Record<string, (string | boolean)[]>} */
const ALLOWED = {
  speed: ["normal", "off", "fast", "slow"],
  detail: ["normal", "brief", "full"],
  once: [false, true], sounds: ["", true, false], touch: [false, true], letters: [true, false], digits: [true, false],
};
const NAME = "sixth-table";
/** @type {Set<() => void>} */
const listeners = new Set();
/** @typedef {{keys: Record<string, string>} & Record<string, any>} Prefs */
/** @type {Prefs} */
let current = read();

function read() {
  try { return checked(JSON.parse(localStorage.getItem(NAME) ?? "null") ?? {}); } catch { return checked({}); }
}

/** @type {(stored: Partial<Prefs>) => Prefs} */
function checked(stored) {
  /** @type {Prefs} */
  const prefs = { keys: { ...KEYS } };
  for (const [name, values] of Object.entries(ALLOWED)) prefs[name] = values.includes(stored[name]) ? stored[name] : values[0];
  for (const action in KEYS) {
    const key = stored.keys?.[action];
    if (typeof key === "string" && [...key].length <= 1) prefs.keys[action] = key.toLowerCase();
  }
  return prefs;
}

export const get = (/** @type {string} */ name) => current[name];

// Another copy of this module, loaded by another script, hears of it.
/** @type {(name: string, value: any) => void} */
export function set(name, value) {
  const next = checked({ ...current, [name]: value });
  try { localStorage.setItem(NAME, JSON.stringify(next)); } catch { /* it counts until the page is left */ }
  dispatchEvent(new CustomEvent("sixth:prefs", { detail: next }));
}

// One key does one thing: its earlier action loses it.
/** @type {(action: string, key: string) => void} */
export function setKey(action, key) {
  key = key.toLowerCase();
  const keys = { ...current.keys };
  for (const other in keys) if (key && keys[other] === key) keys[other] = "";
  set("keys", { ...keys, [action]: key });
}

export function reset() {
  set("keys", KEYS);
  set("letters", true);
  set("digits", true);
}

export const subscribe = (/** @type {() => void} */ listener) => { listeners.add(listener); listener(); };

function take(/** @type {Prefs} */ prefs) {
  current = prefs;
  for (const listener of listeners) listener();
}
addEventListener("storage", ({ key }) => { if (key === NAME) take(read()); });
addEventListener("sixth:prefs", ({ detail }) => take(detail));

// Preferences that CSS uses.
subscribe(() => Object.assign(document.documentElement.dataset, { speed: current.speed, detail: current.detail }));
