// The events with sounds: offered once, off by default, and always shown as well. Phones that can also
// vibrate.
import { get, set, subscribe } from "./prefs.js";
import { asks, byId, closest, onVersion, show } from "./page.js";

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

const yours = () => !["wait", "sit", "back"].includes(asks());
let asked = yours();
onVersion(() => {
  const now = yours() && !document.querySelector("#hand [aria-pressed=true]");
  if (now && !asked && byId("stage")?.dataset.event !== "counted") play("turn");
  asked = now;
});

// Sounds are offered when the first one would play; without an answer they are not offered again.
const offer = byId("offer");
document.addEventListener("sixth:moment", ({ detail }) => {
  play(detail);
  if (detail !== "shown" || get("sounds") !== "") return;
  if (offer.hidden) show(offer, true);
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
  if (get("sounds") !== "") show(offer, false);
  if (get("sounds") && !on) play("turn");
  on = get("sounds");
});
