"""Take the pictures of docs/play.md from the running program: docs/pictures/*.webp and terminal.txt.

    python -m scripts.pictures

A server of its own plays against bots in Chromium, at the size of a desk and of a phone. Its deals come
from a fixed seed, so that pictures differ only where the program does, as far as the bots' pace allows.
"""

import io
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from sixth.client import Client
from tests.browser.conftest import QUIET, chromium
from tests.browser.people import Person
from tests.server.support.serving import serving

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
SIZES_PX: Final = ((1280, 800), (390, 844))
MAX_BYTES: Final = 60_000
CARD: Final = 26
"""The card that is played in the terminal; with seed 7 it is in the hand."""

TURNS_BEFORE: Final = 3
"""Turns played before the picture of a table is taken, so that the rows have something to show."""

SEEDED: Final = """
import random, secrets, time
seeded = random.Random(6)
secrets.token_bytes, secrets.randbits = lambda size=None: seeded.randbytes(size or 32), seeded.getrandbits
ticks, began = time.time_ns, time.time_ns()
time.time_ns = lambda: ticks() - began + 1_798_113_600 * 10**9
"""
"""Run in the server's process before it starts: the secrets of deals and of bots come from a seed, and it
is noon on 24 December 2026."""

OTHERS: Final = 9
"""Who play the daily deal beside the one of the picture; no more of one network are compared."""


def take(page: Page, name: str, width: int) -> None:
    """Keep what the page shows as a small file."""
    path = PICTURES / f"{name}-{width}.webp"
    shown = Image.open(io.BytesIO(page.screenshot()))
    shown.save(path, quality=80, method=6)
    size = path.stat().st_size
    assert size <= MAX_BYTES, f"{path.name} has {size:,} bytes, more than {MAX_BYTES:,}"


def play(browser: Browser, home: str, size: tuple[int, int]) -> None:
    """Play a short game at this size of window, and take a picture of each of its moments."""
    width, height = size
    window = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", service_workers="block"
    )
    ana = Person("Ana", window, home, scripts=True)
    ana.page.goto(home)
    take(ana.page, "home", width)
    ana.open(seats=4, bots="careful", end="rounds", end_count="1")
    for _ in range(TURNS_BEFORE):
        play_turn(ana)
    ana.wait_for_question("choose")
    take(ana.page, "table", width)
    ana.page.emulate_media(reduced_motion="no-preference")
    ana.do(ana.snapshot())
    ana.page.locator(".pending .card").first.wait_for()
    # The cards are open, and the first of them is about to go to its row.
    ana.page.wait_for_timeout(800)
    take(ana.page, "reveal", width)
    ana.page.emulate_media(reduced_motion="reduce")
    ana.play_until("again")
    take(ana.page, "result", width)
    window.close()


def play_daily(browser: Browser, home: str) -> None:
    """Take pictures of the daily deal on a phone: before playing it, and beside others who have."""
    width, height = SIZES_PX[-1]
    window = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", service_workers="block"
    )
    ana = Person("Ana", window, home, scripts=True)
    ana.page.goto(f"{home}/daily")
    take(ana.page, "daily", width)
    ana.page.get_by_role("button", name="Play today’s deal").click()
    ana.wait_until_ready()
    while ana.snapshot().asks != "wait" or not ana.page.locator("#ended").count():
        ana.do(press=lambda buttons: buttons.nth(buttons.count() // 2).click())
    ana.page.goto(f"{home}/daily")
    take(ana.page, "fared", width)
    window.close()


def play_turn(ana: Person) -> None:
    """Play the card in the middle of the hand, take the first row where one must be taken, and wait."""
    turn = ana.snapshot().turn
    while ana.snapshot().turn == turn or ana.snapshot().asks != "choose":
        ana.do(press=lambda buttons: buttons.nth(buttons.count() // 2).click())


def others_play(home: str) -> None:
    """Have some others play the daily deal, each in another way."""
    rng = Random(0)
    with Client(home) as site:
        for _ in range(OTHERS):
            site.play_daily("Bo", bot=False).play(lambda ask: rng.choice(ask.view.legal))


def terminal() -> None:
    """Keep the first turn of a game in a terminal as text, with what was typed after its question."""
    command = ["sixth", "--lang", "en", "play", "--bots", "careful,nearest,random", "--seed", "7", "--plain"]
    played = subprocess.run(
        [sys.executable, "-m", *command], input=f"{CARD}\n", capture_output=True, text=True, check=True
    )
    asked = "Your card: "
    before, turn, _left = played.stdout.split(asked)
    text = f"{before}{asked}{CARD}\n{turn}{asked}\n"
    (PICTURES / "terminal.txt").write_text(text, encoding="utf-8")


def main() -> None:
    """Take all pictures."""
    terminal()
    with (
        TemporaryDirectory() as folder,
        serving(Path(folder) / "data", first=SEEDED) as server,
    ):
        # Playwright has a loop of events of its own, beside which there can be no other.
        others_play(server.url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
            for size in SIZES_PX:
                play(browser, server.url, size)
            play_daily(browser, server.url)
            browser.close()


if __name__ == "__main__":
    main()
