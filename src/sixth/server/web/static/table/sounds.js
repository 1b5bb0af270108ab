// The events with sounds: offered once, off by default, and always shown as well. Phones that can also
// vibrate.
import { get, set, subscribe } from "./prefs.js";
import { asks } from "./derived.js";
import { byId, closest } from "./page.js";
import { store, watch } from "./store.js";
import { momentOf } from "./turn.js";

/** @type {Record<string, number | number[]>} */
const FELT = { "taken-by-you": [35, 50, 70], turn: 15 };
// The module that makes the sounds is loaded when they are on.
const maker = () => import(byId("offer").dataset.by);

export function play(/** @type {string} */ name) {
  // A hidden tab plays the sound of the player's turn, and no other.
  if (document.hidden && name !== "turn") return;
  // A page may play no sound before the first press on it, and missed sounds are not made up for.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (get("touch") && FELT[name]) navigator.vibrate?.(FELT[name]);
  if (get("sounds")) maker().then(({ sound }) => sound(name), () => { /* silent, then */ });
}

let asked = true;
let last = -1;
// After the sound of the moment itself.
watch(() => queueMicrotask(() => {
  const { known, state } = store;
  // The lesson has no line, and no sound for a turn.
  if (!known || !state || state.v === last) return;
  last = state.v;
  const now = !["wait", "sit", "back"].includes(asks(state)) && !state.view?.chosen;
  if (now && !asked && state.view && momentOf({ ...state, view: state.view }).event !== "counted") play("turn");
  asked = now;
}));

// Sounds are offered when the first one would play; without an answer they are not offered again.
const offer = byId("offer");
document.addEventListener("sixth:moment", ({ detail }) => {
  play(detail);
  if (detail !== "shown" || get("sounds") !== "") return;
  if (offer.hidden) offer.hidden = false;
  else answer(false);
});
function answer(/** @type {boolean} */ wished) {
  set("sounds", wished);
  if (wished) set("touch", true);
}
offer.addEventListener("click", (/** @type {Event} */ event) => {
  const button = closest(event, "button");
  if (button) answer(button.value === "yes");
});

// A sound confirms that sounds are on.
let on = get("sounds");
subscribe(() => {
  if (get("sounds") !== "") offer.hidden = true;
  if (get("sounds") && !on) play("turn");
  on = get("sounds");
});
