// When something is heard: offered once, off until asked for, and never alone in telling anything. A phone that can is
// felt as well.
import { get, set, subscribe } from "./prefs.js";
import { asks, byId, closest, onVersion, show } from "./page.js";

/** @type {Record<string, number | number[]>} */
const FELT = { "taken-by-you": [35, 50, 70], turn: 15 };
// How they are made is asked for once they are wished for.
const maker = () => import(byId("offer").dataset.by);

export function play(/** @type {string} */ name) {
  // Who looks elsewhere hears that it is their turn, and nothing else.
  if (document.hidden && name !== "turn") return;
  // Before anything was pressed on it a page may not sound, and what it missed is not made up for.
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

// Offered when there is something to hear for the first time; who does not answer does not wish to be asked again.
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

// Heard when switched on, so that one knows what it is.
let on = get("sounds");
subscribe(() => {
  if (get("sounds") !== "") show(offer, false);
  if (get("sounds") && !on) play("turn");
  on = get("sounds");
});
