// A handful of small sounds, made here, off until asked for.
import { get, subscribe } from "./prefs.js";
import { asks, byId, onFrame } from "./page.js";

// Each note: frequency, when it begins and how long it lasts, in seconds; then its colour.
const SOUNDS = {
  turn: [[660, 0, 0.12], [880, 0.1, 0.16]],
  placed: [[190, 0, 0.06, "triangle"]],
  taken: [[240, 0, 0.12, "triangle"], [180, 0.09, 0.16, "triangle"]],
  "taken-by-you": [[220, 0, 0.16, "sawtooth"], [147, 0.13, 0.3, "sawtooth"]],
  counted: [[523, 0, 0.18], [659, 0.14, 0.18], [784, 0.28, 0.3]],
};
let audio;

function play(name) {
  if (!get("sounds") || !SOUNDS[name] || document.hidden) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const [frequency, after, lasts, type = "sine"] of SOUNDS[name]) {
    const at = audio.currentTime + after, tone = audio.createOscillator(), volume = audio.createGain();
    tone.type = type;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + lasts);
  }
  document.documentElement.dataset.heard = name;
}

const yours = () => !["wait", "sit", "back"].includes(asks());
let asked = yours();
onFrame(() => {
  const now = yours() && !document.querySelector("#hand [aria-pressed=true]");
  const event = byId("stage")?.dataset.event;
  play(event);
  if (now && !asked && event !== "counted") setTimeout(play, 250, "turn");
  asked = now;
});

// Heard when switched on, so that one knows what it is.
let on = get("sounds");
subscribe(() => { if (get("sounds") && !on) play("turn"); on = get("sounds"); });
