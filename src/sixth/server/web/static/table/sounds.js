// A handful of small sounds, made here, off until asked for.
import { get, subscribe } from "./prefs.js";
import { asks, byId, onVersion } from "./page.js";
import { lasts } from "./reveal.js";

// Each note: frequency, when it begins and how long it lasts, in seconds; then its colour.
const SOUNDS = {
  turn: [[660, 0, 0.12], [880, 0.1, 0.16]],
  placed: [[190, 0, 0.06, "triangle"]],
  taken: [[240, 0, 0.12, "triangle"], [180, 0.09, 0.16, "triangle"]],
  "taken-by-you": [[220, 0, 0.16, "sawtooth"], [147, 0.13, 0.3, "sawtooth"]],
  counted: [[523, 0, 0.18], [659, 0.14, 0.18], [784, 0.28, 0.3]],
};
let audio;

function play(name, after = 0) {
  // Who looks elsewhere hears that it is their turn, and nothing else.
  if (!get("sounds") || !SOUNDS[name] || (document.hidden && name !== "turn")) return;
  // Before anything was pressed on it a page may not sound, and what it missed is not made up for.
  if (navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const [frequency, begins, length, type = "sine"] of SOUNDS[name]) {
    const at = audio.currentTime + after + begins, tone = audio.createOscillator(), volume = audio.createGain();
    tone.type = type;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

const yours = () => !["wait", "sit", "back"].includes(asks());
// What was shown last: the same event is in all versions until the next.
const shown = () => { const { event, at } = byId("stage")?.dataset ?? {}; return [event, `${event} ${at}`]; };
let asked = yours(), [, heard] = shown();
onVersion(() => {
  const now = yours() && !document.querySelector("#hand [aria-pressed=true]"), [event, moment] = shown();
  // A card is heard when it comes to lie.
  const lies = 0.8 * lasts();
  if (moment !== heard) play(event, event === "counted" ? 0 : lies);
  if (now && !asked && event !== "counted") play("turn", lies + 0.25);
  [asked, heard] = [now, moment];
});

// Heard when switched on, so that one knows what it is.
let on = get("sounds");
subscribe(() => { if (get("sounds") && !on) play("turn"); on = get("sounds"); });
