"""Take pictures of the stations of an evening in five looks, and check the layout of each.

    python -m scripts.shots [--to FOLDER] [--only TEXT]

A server of its own is walked through once. At each station the window is resized, darkened and told to speak
German; each time it is photographed, and searched for faults of its layout (`tests/browser/layout.js`). A
folder gets a picture a station and look, a sheet a look with all stations, and `index.html` with everything.
The exit status is 1 where there is a fault; each has a line: station, look, what, element.
"""

import argparse
import sys
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from playwright.sync_api import FloatRect, Page, ViewportSize, expect, sync_playwright

from scripts.pictures import SEEDED
from scripts.shots.evening import Evening, Station
from scripts.shots.sheet import print_sheet, write_index
from sixth.server.web.middleware.preferences import LANGUAGE_COOKIE
from tests.browser.conftest import launch
from tests.browser.layout import layout_faults
from tests.server.support.serving import serving


class Look(NamedTuple):
    """A window's size, colours and language; `columns` are those of its sheet."""

    name: str
    width: int
    height: int
    columns: int
    dark: bool = False
    language: str = ""


LOOKS: Final = (
    Look("phone", 390, 844, 9),
    Look("small", 360, 640, 9),
    Look("desktop", 1280, 800, 5),
    Look("dark", 390, 844, 9, dark=True),
    Look("german", 390, 844, 9, language="de"),
)
WALL: Final = (1920, 1080)
"""The size of a big screen, which has no other."""

SMALLEST: Final[ViewportSize] = {"width": 320, "height": 568}
"""The window in which layout is checked, too, where a small phone has its picture taken."""

MAX_SCREENS: Final = 2
"""Screens of a long page that a picture shows, at most."""


def take(page: Page, path: Path) -> None:
    """Keep a picture of a page, as far as it is no longer than a few screens."""
    size = page.viewport_size
    assert size is not None
    height = min(page.evaluate("document.documentElement.scrollHeight"), MAX_SCREENS * size["height"])
    whole = height > size["height"]
    clip: FloatRect = {"x": 0, "y": 0, "width": size["width"], "height": max(height, size["height"])}
    page.screenshot(path=path, full_page=whole, clip=clip, animations="allow")


def look_at(station: Station, look: Look, folder: Path) -> tuple[Path, list[str]]:
    """Take a station's picture in a look; return its path, and the faults of its layout."""
    page = station.page
    page.emulate_media(color_scheme="dark" if look.dark else "light")
    if look.language:
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": look.language, "url": page.url}])
        station.again()
    sizes: list[ViewportSize] = [{"width": look.width, "height": look.height}]
    if station.is_wall:
        sizes = [{"width": WALL[0], "height": WALL[1]}]
    elif look.name == "small":
        sizes.insert(0, SMALLEST)
    faults = []
    for size in sizes:
        page.set_viewport_size(size)
        touch = 44 if size["width"] < 800 else 24
        faults += [f"{size['width']} px: {each}" for each in layout_faults(page, touch=touch)]
    path = folder / look.name / f"{station.name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    take(page, path)
    if look.language:
        page.context.clear_cookies(name=LANGUAGE_COOKIE)
    return path, faults


def main() -> int:
    """Take all pictures, and print the faults; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--to", type=Path, default=Path(__file__).parents[2] / "site" / "shots")
    parser.add_argument("--only", default="", help="stations whose name has this in it")
    asked = parser.parse_args()
    folder, began = asked.to, time.monotonic()
    taken: dict[str, dict[str, Path]] = {}
    faults: dict[str, list[str]] = defaultdict(list)
    with (
        TemporaryDirectory() as data,
        serving(Path(data) / "data", first=SEEDED, complaints=".*") as server,
        sync_playwright() as playwright,
        ExitStack() as stack,
    ):
        # Whatever the server has logged is said at last.
        stack.callback(lambda: sys.stderr.write(server.errors))
        expect.set_options(timeout=30_000)
        browser = launch(playwright)
        evening = Evening(browser, server.url)
        for station in evening.stations():
            if asked.only not in station.name:
                continue
            taken[station.name] = {}
            for look in LOOKS:
                if station.is_wall and look.width < 1280 and not (look.dark or look.language):
                    continue
                path, found = look_at(station, look, folder)
                taken[station.name][look.name] = path
                faults[station.name] += [f"{station.name}, {look.name}, {each}" for each in found]
            line = f"{time.monotonic() - began:4.0f} s  {len(taken):2}  {station.name}"
            sys.stderr.write(f"{line}  {len(faults[station.name]) or ''}\n")
        browser.close()
    for look in LOOKS:
        pictures = {name: each[look.name] for name, each in taken.items() if look.name in each}
        print_sheet(pictures, folder / f"{look.name}.png", look.columns)
    write_index(folder, taken, faults)
    lines = [*evening.broken, *(line for each in faults.values() for line in each)]
    lines.append(f"{len(taken)} stations, {len(lines)} faults: {folder / 'index.html'}")
    sys.stdout.write("\n".join(lines) + "\n")
    return int(len(lines) > 1)


if __name__ == "__main__":
    sys.exit(main())
