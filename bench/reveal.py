"""How smooth the reveal is on a slow phone. `python bench/reveal.py`, or `--seats 4`.

A server of its own, and the system's Chromium as a phone of 360 by 800 pixels with motion at the usual speed,
at a table with bots. How long a task takes is the processor's time in the page's own thread, which a busy
machine does not change much: it is taken at full speed and counted four times. All else is taken with a
quarter of the processor, in the time that goes by.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from pages import CHROMIUM, phone, report, serving
from playwright.sync_api import Browser, Page, sync_playwright

SLOWER: Final = 4
"""How much slower than this machine's processor the slow phone's is."""

CATEGORIES: Final = (
    "benchmark",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "toplevel",
)

WATCH: Final = """
// A reveal begins with the card that was sent last, and is over when the last of them has come to lie.
const reveals = window.reveals = [];
let shifts = 0, long = 0;
new PerformanceObserver((list) => {
  for (const {hadRecentInput, value} of list.getEntries()) if (!hadRecentInput) shifts += value;
}).observe({type: "layout-shift"});
new PerformanceObserver((list) => { long += list.getEntries().length; }).observe({type: "longtask"});
const placing = () => document.querySelector("#line.pending");
document.addEventListener("sixth:moment", ({detail}) => {
  if (detail !== "shown") return;
  [shifts, long] = [0, 0];
  performance.mark("reveal begins");
  reveals.push({begins: performance.now()});
});
document.addEventListener("sixth:shown", () => {
  const last = reveals.at(-1);
  if (!last || last.ends || placing()) return;
  last.ends = performance.now();
  performance.mark("reveal ends");
  // What was seen late is told late.
  setTimeout(() => Object.assign(last, {shifts, long}), 800);
});
"""


class Reveal(NamedTuple):
    """A reveal: when it began and ended, in milliseconds; layout shifts; tasks above 50 ms by the clock."""

    begins: float
    ends: float
    shifts: float
    long: int


def sit_down(page: Page, home: str, seats: int) -> None:
    """Open a table with quick bots on all other seats."""
    page.goto(home)
    page.locator("input[name=game][value=classic]").check()
    page.locator("summary", has_text="Customise").click()
    page.locator("#seats").select_option(str(seats))
    page.locator("#bots").select_option("careful")
    page.locator("button[name=how][value=play]").click()
    page.locator("#stream[data-live]").wait_for(state="attached")


def play(page: Page, turns: int) -> list[Reveal]:
    """Play first cards, and take the first row where one has to, until so many turns have been revealed."""
    look = """turns => document.querySelector("#table button[name=place]") ? "take"
      : reveals.length > turns && "long" in reveals[turns] ? "over" : "" """
    begun = page.evaluate("reveals.length")
    for turn in range(begun, begun + turns):
        page.locator("#hand button").first.tap()
        page.locator("#play").tap()
        while page.wait_for_function(look, arg=turn, polling=100).json_value() == "take":
            page.evaluate("document.querySelector('#table button[name=place]')?.click()")
            page.wait_for_timeout(100)
    found: list[dict[str, Any]] = page.evaluate("turns => reveals.slice(turns)", begun)
    return [Reveal(**each) for each in found]


class Trace:
    """What Chromium traced while a page showed reveals."""

    def __init__(self, path: Path) -> None:
        found = json.loads(path.read_text("utf-8"))
        events: list[dict[str, Any]] = found["traceEvents"]
        # Of all threads, the one that does the page's work.
        layouts = Counter((each["pid"], each["tid"]) for each in events if each["name"] == "UpdateLayoutTree")
        self._page = layouts.most_common(1)[0][0]
        self._events = [each for each in events if each["pid"] == self._page[0]]
        begins, ends = [
            [each["ts"] for each in self._events if each["name"] == f"reveal {what}" and each["ph"] != "E"]
            for what in ("begins", "ends")
        ]
        self._reveals = list(zip(begins, ends, strict=False))

    def longest_tasks(self) -> list[float]:
        """Return the longest task of each reveal, in milliseconds of the processor."""
        tasks = [
            (each["ts"], each["ts"] + each["dur"], each["tdur"] / 1000)
            for each in self._events
            if each["name"] == "RunTask" and each["tid"] == self._page[1] and "tdur" in each
        ]
        return [
            max(time for at, over, time in tasks if over >= begins and at <= ends)
            for begins, ends in self._reveals
        ]

    def frames_a_second(self) -> list[float]:
        """Return how many of sixty frames a second were shown where something moved, for each reveal."""
        frames = [
            (each["ts"], each["args"]["frame_reporter"])
            for each in self._events
            if each["name"] == "PipelineReporter" and each["ph"] == "b"
        ]
        rates = []
        for begins, ends in self._reveals:
            states = Counter(
                frame["state"]
                for at, frame in frames
                if begins <= at <= ends and (frame["has_compositor_animation"] or frame["has_main_animation"])
            )
            dropped = states["STATE_DROPPED"]
            shown = states["STATE_PRESENTED_ALL"] + states["STATE_PRESENTED_PARTIAL"]
            rates.append(60 * shown / (shown + dropped))
        return rates


def traced(browser: Browser, page: Page, turns: int) -> tuple[Trace, list[Reveal]]:
    """Play turns while Chromium traces them."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=path, categories=list(CATEGORIES))
        reveals = play(page, turns)
        browser.stop_tracing()
        return Trace(path), reveals


def taps(page: Page) -> list[float]:
    """Return the milliseconds from a tap on each card of the hand until it is shown lifted."""
    times = []
    for card in range(page.locator("#hand button").count()):
        page.evaluate("window.answered = 0")
        page.locator("#hand button").nth(card).tap()
        times.append(float(page.wait_for_function("() => window.answered").json_value()))
    return times


def measure(browser: Browser, home: str, seats: int, turns: int) -> None:
    """Take all figures of a table with so many seats."""
    name = f"reveal.{seats}"
    with phone(browser, slow=False) as (page, session):
        page.context.add_init_script(WATCH)
        page.set_viewport_size({"width": 360, "height": 800})
        sit_down(page, home, seats)
        play(page, 1)
        trace, _ = traced(browser, page, turns)
        times = [SLOWER * each for each in trace.longest_tasks()]
        report(f"{name}.task", times, "ms", f"the longest task of each, {SLOWER} times the processor's time")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        trace, reveals = traced(browser, page, turns)
        frames = trace.frames_a_second()
        report(f"{name}.frames", frames, "frames a second", "slow phone, where something moves")
        report(
            f"{name}.long", [each.long for each in reveals], "tasks above 50 ms", "slow phone, by the clock"
        )
        report(f"{name}.time", [each.ends - each.begins for each in reveals], "ms", "slow phone, all of it")
        shifts = [1000 * each.shifts for each in reveals]
        report(f"{name}.shift", shifts, "thousandths of layout shift", "slow phone")
        report(f"{name}.tap", taps(page), "ms", "slow phone, from a tap until the card is shown lifted")


def main() -> None:
    """Take the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=10)
    parser.add_argument("--turns", type=int, default=3, help="with and without the whole processor")
    asked = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        serving(str(Path(folder) / "data")) as home,
        sync_playwright() as tools,
    ):
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        measure(browser, home, asked.seats, asked.turns)
        browser.close()


if __name__ == "__main__":
    main()
