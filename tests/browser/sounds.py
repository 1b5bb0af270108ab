"""Measurements of a table's sounds as a browser renders them; `python -m tests.browser.sounds` draws them.

It prints the table of docs/accessibility.md and writes the picture there.
"""

import re
from base64 import b64decode
from pathlib import Path
from typing import Any, Final, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import QUIET, chromium

ROOT: Final = Path(__file__).parents[2]
MODULE: Final = ROOT / "src/sixth/server/web/static/table/sound.js"
PICTURE: Final = ROOT / "docs/pictures/sounds.webp"

RATE: Final = 48_000
_SECONDS: Final = 2
_WINDOW_S: Final = 0.1
"""About the time over which an ear integrates."""
_STEP_S: Final = 0.01
_AUDIBLE: Final = 0.01
"""A sound lasts while it is above this part of its peak, 40 dB below it."""
_RISE_DB: Final = 6
"""A rise of the level within some 20 ms that is heard as a new onset."""

# The same noise each time, so that the figures can be repeated.
_RENDER: Final = """
async ([code, names, samples, rate]) => {
  let noise = 1;
  Math.random = () => (noise = noise * 16807 % 2147483647) / 2147483647;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" })), waves = {};
  for (const name of names) {
    let offline;
    window.AudioContext = class extends OfflineAudioContext {
      constructor() { super(1, samples, rate); offline = this; }
      resume() { return Promise.resolve(); }
    };
    const { sound } = await import(`${url}#${name}`);
    sound(name);
    const wave = (await offline.startRendering()).getChannelData(0);
    // As text: Playwright takes seconds for a list of so many numbers.
    waves[name] = btoa(Array.from(new Uint8Array(wave.buffer), (byte) => String.fromCharCode(byte)).join(""));
  }
  return waves;
}
"""


class Measurement(NamedTuple):
    """Measurements of a sound: loudness, duration and pitch."""

    peak: float
    """1 is the highest possible."""
    loudness_db: float
    """RMS of the loudest tenth of a second, with A-weighting; 0 dB is the loudest possible."""
    length_s: float
    centroid_hz: float
    onsets: int
    """Number of audible onsets."""


def names() -> list[str]:
    """Return the names of all sounds."""
    [block] = re.findall(r"const SOUNDS = \{(.*?)\n\};", MODULE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(r'(?m)^  "?([a-z-]+)"?:', block)


def render(browser: Browser) -> dict[str, Any]:
    """Return the wave of each sound, as float64 at `RATE`."""
    page = browser.new_page()
    page.goto("about:blank")
    waves = page.evaluate(_RENDER, [MODULE.read_text(encoding="utf-8"), names(), _SECONDS * RATE, RATE])
    page.close()
    return {name: np.frombuffer(b64decode(wave), "<f4").astype(float) for name, wave in waves.items()}


def _power(wave: Any, seconds: float) -> Any:
    """Return the mean square of a wave around each sample."""
    size = int(seconds * RATE)
    sums = np.cumsum(np.concatenate([np.zeros(size), wave**2]))
    return np.maximum(sums[size:] - sums[:-size], 0) / size


def _weighted(wave: Any) -> Any:
    """Return a wave with frequencies weighted as by an ear (IEC 61672, A)."""
    square = np.fft.rfftfreq(len(wave), 1 / RATE) ** 2
    gain = 1.2589 * 12194**2 * square**2
    gain /= (square + 20.6**2) * np.sqrt((square + 107.7**2) * (square + 737.9**2)) * (square + 12194**2)
    return np.fft.irfft(np.fft.rfft(wave) * gain, len(wave))


def levels_db(wave: Any) -> Any:
    """Return the loudness of a wave in each hundredth of a second, in dB."""
    step = int(_STEP_S * RATE)
    return 10 * np.log10(_power(wave, _STEP_S)[step - 1 :: step] + 1e-9)


def measure(wave: Any) -> Measurement:
    """Measure a sound."""
    peak = np.abs(wave).max()
    audible = np.flatnonzero(np.abs(wave) > _AUDIBLE * peak)
    spectrum = np.abs(np.fft.rfft(wave)) ** 2
    levels = levels_db(wave)
    rises = (levels[2:] - levels[:-2] >= _RISE_DB) & (levels[2:] > levels.max() - 30)
    return Measurement(
        peak=float(peak),
        loudness_db=float(10 * np.log10(_power(_weighted(wave), _WINDOW_S).max())),
        length_s=float(audible[-1] - audible[0]) / RATE,
        centroid_hz=float((spectrum * np.fft.rfftfreq(len(wave), 1 / RATE)).sum() / spectrum.sum()),
        onsets=int((np.diff(rises.astype(int), prepend=0) == 1).sum()),
    )


def _draw(waves: dict[str, Any]) -> None:
    figure, places = plt.subplots(len(waves), 2, figsize=(9, 9), sharex=True)
    step = RATE // 200
    for (name, wave), (left, right) in zip(waves.items(), places, strict=True):
        pieces = wave[: int(1.3 * RATE)].reshape(-1, step)
        time = np.arange(len(pieces)) * step / RATE
        left.fill_between(time, pieces.min(axis=1), pieces.max(axis=1))
        left.set(ylim=(-1, 1), ylabel=name)
        levels = levels_db(wave)[: int(1.3 / _STEP_S)]
        right.plot(np.arange(len(levels)) * _STEP_S, levels)
        right.set(ylim=(-70, 0), ylabel="dB")
    for place in places[-1]:
        place.set_xlabel("seconds")
    figure.tight_layout()
    figure.savefig(PICTURE, dpi=100)


def main() -> None:
    """Print the measurements of all sounds as a table, and draw the waves."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        waves = render(browser)
        browser.close()
    print("| sound | peak | loudness (dB, A) | length (ms) | centroid (Hz) | onsets |")
    print("|---|---|---|---|---|---|")
    for name, wave in waves.items():
        it = measure(wave)
        print(
            f"| `{name}` | {it.peak:.2f} | {it.loudness_db:.1f} | {1000 * it.length_s:.0f} "
            f"| {it.centroid_hz:.0f} | {it.onsets} |"
        )
    _draw(waves)


if __name__ == "__main__":
    main()
