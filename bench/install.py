"""What an installation costs: `python bench/install.py [--extras fast,server] [--wheel FILE]`.

It builds the wheel, and for it alone and with each of the extras prints lines of JSON: for the one line
`uvx sixth` with an empty cache, the seconds from the command to the first page and to the first card that is
played over HTTP; then the megabytes of each distribution in a fresh environment (without compiled Python).
Among the seconds are those of the downloads, so they are of a machine and its network. uv is the one that is
installed, or one that pip installs into an environment of its own.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final
from urllib.request import urlopen

from sixth.client import Ask, Client

ROOT: Final = Path(__file__).parents[1]
LEAST_MB: Final = 0.1
"""Smaller distributions are not printed."""


def build(folder: Path) -> Path:
    """Return the wheel of this tree, built into `folder`."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def find_uv(folder: Path) -> str:
    """Return the path of uv, which is installed into `folder` if there is none."""
    if found := shutil.which("uv"):
        return found
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin/python", "-m", "pip", "install", "--quiet", "uv"], check=True)
    return str(folder / "bin/uv")


def sizes(site_packages: Path) -> dict[str, float]:
    """Return the megabytes of each distribution, the largest first, without compiled Python."""
    found = {
        each.metadata["Name"]: sum(
            path.stat().st_size
            for file in each.files or ()
            if file.suffix != ".pyc" and (path := Path(str(file.locate()))).is_file()
        )
        / 1e6
        for each in distributions(path=[str(site_packages)])
    }
    return dict(sorted(found.items(), key=lambda one: -one[1]))


@contextmanager
def served(command: list[str], environment: dict[str, str]) -> Iterator[str]:
    """Run a server; yield its address once it has printed it."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            yield next(word for word in line.split() if word.startswith("http")).rstrip("/")
        finally:
            # uv passes no signal on.
            os.killpg(process.pid, signal.SIGTERM)


def play_a_card(url: str) -> None:
    """Open a table, begin a game against bots, and play the first card."""
    with Client(url) as site:
        seat = site.open("Ana", seats=4)
        seat.begin()
        ask = next(line for line in seat.news() if isinstance(line, Ask))
        seat.answer(ask, ask.view.legal[0])


def report(name: str, value: float, unit: str) -> None:
    """Print a figure as a line of JSON."""
    print(json.dumps({"bench": f"install.{name}", "value": round(value, 2), "unit": unit}), flush=True)


def measure(uv: str, wheel: Path, extra: str, folder: Path) -> None:
    """Install the wheel with an extra, "" for none, start it, and print the figures."""
    what = f"sixth[{extra}] @ {wheel.as_uri()}" if extra else f"sixth @ {wheel.as_uri()}"
    name, home = extra or "bare", folder / (extra or "bare")
    environment = {**os.environ, "UV_CACHE_DIR": str(home / "cache"), "XDG_CACHE_HOME": str(home / "user")}
    began = monotonic()
    command = [uv, "tool", "run", "--quiet", "--python", sys.executable, "--from", what, "sixth", "serve"]
    with served([*command, "--port", "0", "--data", str(home / "data")], environment) as url:
        urlopen(url, timeout=60).read()
        report(f"{name}.first_page", monotonic() - began, "s")
        play_a_card(url)
        report(f"{name}.first_card", monotonic() - began, "s")
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, home / "venv"], check=True)
    python = home / "venv/bin/python"
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, what], check=True, env=environment)
    (packages,) = (home / "venv").glob("lib/python*/site-packages")
    found = sizes(packages)
    for package, size in found.items():
        if size >= LEAST_MB:
            report(f"{name}.{package}", size, "MB")
    report(f"{name}.all", sum(found.values()), "MB")


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extras", default="fast,server", help="with commas between")
    parser.add_argument("--wheel", type=Path, help="one that is built already")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        wheel = (options.wheel or build(folder / "dist")).resolve()
        uv = find_uv(folder / "uv")
        for extra in ("", *filter(None, options.extras.split(","))):
            measure(uv, wheel, extra, folder)


if __name__ == "__main__":
    main()
