// The sounds: a card on felt, a low thud for a taken row, a soft bell for the player's turn. All are made here.

// For each part: start and decay in seconds; loudness relative to the other parts; pitch at the start and after it has
// settled, in Hz. A rustle has no pitch, but a cut-off frequency.
/** @typedef {{begins: number, fades: number, loud: number, first: number, last: number, below: number}} Part */

/** @type {(begins: number, fades: number, loud: number, first: number, last?: number) => Part} */
const tone = (begins, fades, loud, first, last = first) => ({ begins, fades, loud, first, last, below: 0 });
/** @type {(begins: number, fades: number, loud: number, below: number) => Part} */
const rustle = (begins, fades, loud, below) => ({ begins, fades, loud, below, first: 0, last: 0 });
/** @type {(begins: number, pitch: number, loud: number) => Part[]} */
const bell = (begins, pitch, loud) =>
  [[1, 0.16, 1], [2.01, 0.1, 0.4], [3.02, 0.05, 0.15]].map(([part, fades, much]) => tone(begins, fades, loud * much, pitch * part));
/** @type {(begins: number, loud: number) => Part[]} */
const card = (begins, loud) => [rustle(begins, 0.014, 2.4 * loud, 3200), tone(begins, 0.018, 0.35 * loud, 320, 140)];
/** @type {(begins: number, loud: number) => Part[]} */
const thud = (begins, loud) => [tone(begins, 0.06, loud, 320, 150), rustle(begins, 0.03, 3 * loud, 800)];
/** @type {Record<string, Part[]>} */
const SOUNDS = {
  shown: [...card(0, 0.35), ...card(0.05, 0.25), ...card(0.09, 0.2)],
  placed: card(0, 0.8),
  taken: [...thud(0, 0.7), rustle(0.16, 0.05, 0.9, 1800)],
  "taken-by-you": [...thud(0, 0.9), ...thud(0.17, 0.7), rustle(0.3, 0.05, 0.9, 1800)],
  turn: bell(0, 784, 0.3),
  counted: [...bell(0, 523, 0.25), ...bell(0.14, 659, 0.25), ...bell(0.28, 784, 0.25)],
};
// Peaks, where 1 is the maximum: they make all sounds equally loud, as `python -m tests.browser.sounds` measures.
/** @type {Record<string, number>} */
const PEAKS = { shown: 0.4, placed: 0.65, taken: 0.5, "taken-by-you": 0.6, turn: 0.22, counted: 0.27 };

/** @type {AudioContext} */
let audio;
let free = 0;
/** @type {Map<string, AudioBuffer>} */
const made = new Map();

function make(/** @type {string} */ name) {
  const rate = audio.sampleRate, parts = SOUNDS[name];
  const length = Math.max(...parts.map(({ begins, fades }) => begins + 6 * fades));
  const buffer = audio.createBuffer(1, length * rate, rate), wave = buffer.getChannelData(0);
  for (const { begins, fades, loud, first, last, below } of parts) {
    let angle = 0, near = 0, soft = 0;
    for (let at = Math.floor(begins * rate); at < wave.length; at++) {
      const time = at / rate - begins, part = 1 - Math.exp((-2 * Math.PI * below) / rate);
      angle += (2 * Math.PI * (last + (first - last) * Math.exp(-time / 0.03))) / rate;
      near += part * (2 * Math.random() - 1 - near);
      soft += part * (near - soft);
      wave[at] += loud * Math.min(1, time / 0.002) * Math.exp(-time / fades) * (below ? 2 * soft : Math.sin(angle));
    }
  }
  const peak = Math.max(...wave.map(Math.abs));
  wave.forEach((height, at) => { wave[at] = PEAKS[name] * height / peak; });
  return buffer;
}

export function sound(/** @type {string} */ name) {
  if (!SOUNDS[name]) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  if (!made.has(name)) made.set(name, make(name));
  const source = audio.createBufferSource();
  source.buffer = made.get(name) ?? null;
  source.connect(audio.destination);
  // Simultaneous sounds play one after another.
  free = Math.max(free + 0.09, audio.currentTime);
  source.start(free);
}
