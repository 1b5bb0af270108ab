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
  /** @type {Partial<Prefs>} */
  let stored = {};
  try { stored = JSON.parse(localStorage.getItem(NAME) ?? "null") ?? {}; } catch { /* what cannot be read counts as none */ }
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

/** @type {(name: string, value: any) => void} */
export function set(name, value) {
  try { localStorage.setItem(NAME, JSON.stringify({ ...current, [name]: value })); current = read(); }
  catch { current = { ...current, [name]: value }; }
  tell();
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

function tell() { for (const listener of listeners) listener(); }
addEventListener("storage", ({ key }) => { if (key === NAME) { current = read(); tell(); } });

// Preferences that CSS uses.
subscribe(() => Object.assign(document.documentElement.dataset, { speed: current.speed, detail: current.detail }));
