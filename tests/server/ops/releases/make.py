"""Make small sites of earlier releases anew: `python -m tests.server.ops.releases.make [RELEASE…]`.

Each release is installed into an environment of its own, with the versions of its lock, and serves. People
of its own tests play there: a game to its end against bots, one with each other, and one that goes on. What
is kept is its database, as it was and as 0.3.0 upgrades it, with the records that it gave of the games, and
the token of the seat in the game that goes on.
"""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[3]

COMMITS: Final = {"0.1.0": "59461694", "0.2.0": "67f1ec68", "0.3.0": "933ed318"}
"""The commit of each release: of 0.1.0 the last that bore its number, of 0.2.0 the first."""

UPGRADED: Final = "0.3.0"
"""The release whose databases today's version upgrades; it upgrades those of the others."""

PLAY: Final = """
import json, re, sys
from pathlib import Path
from random import Random
import httpx2
from tests.server.support.playing import Person, play_on, play_once
from tests.server.support.serving import serving

folder, rng, tokens = Path(sys.argv[1]), Random(1), {}
short = {"end": "rounds", "end_count": "1", "hand": "4"}

with serving(folder / "data") as server:
    def come():
        return Person(httpx2.Client(base_url=server.url, follow_redirects=True, timeout=60))

    def keep_record(person):
        (game,) = set(re.findall(r"/g/([A-Za-z0-9_-]+)", person.client.get(f"/t/{person.table}").text))
        record = person.client.get(f"/g/{game}.sixth.jsonl").raise_for_status().text
        (folder / f"{game}.sixth.jsonl").write_text(record, encoding="utf-8")

    ana, bo, cy = come(), come(), come()
    ana.open("play", game="classic", seats=3, name="Ana", **short)
    play_on([ana], rng)
    keep_record(ana)
    table = ana.open("invite", game="logic", seats=2, name="Ana", **short)
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    bo.look()
    play_on([ana, bo], rng)
    keep_record(bo)
    cy.open("play", game="tactical", seats=2, name="Cy", **short)
    play_once(cy, rng)
    tokens[cy.table] = cy.token()
    server.stop()
(folder / "tokens.json").write_text(json.dumps(tokens))
(folder / "data" / "sixth.sqlite3").rename(folder / "sixth.sqlite3")
"""


def install(release: str, folder: Path) -> Path:
    """Install a release into a folder; return the folder of its programs."""
    tree, home = folder / "tree", folder / "venv"
    archive = subprocess.run(
        ["git", "archive", COMMITS[release]], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(tree, filter="data")
    venv.create(home, with_pip=True)
    pip = [str(home / "bin/python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    lock = tree / "locks/server.txt"
    subprocess.run([*pip, "--require-hashes", "--no-deps", "--requirement", str(lock)], check=True)
    subprocess.run([*pip, "--no-deps", str(tree)], check=True)
    # What its tests use.
    subprocess.run([*pip, "httpx2", "pytest"], check=True)
    return home / "bin"


def make(release: str, programs: Path, last: Path, site: Path) -> None:
    """Make the site of a release in a folder, and keep it beside this module.

    `programs` are those of the release, `last` those of the last one.
    """
    tree = programs.parents[1] / "tree"
    command = [str(programs / "python"), "-c", PLAY, str(site)]
    subprocess.run(
        command,
        cwd=tree,
        check=True,
        env=os.environ | {"PYTHONPATH": str(tree), "SIXTH_TEST_PATIENCE": "600"},
    )
    if programs != last:
        upgraded = site / f"{UPGRADED}.sqlite3"
        shutil.copy(site / "sixth.sqlite3", upgraded)
        subprocess.run(
            [str(last / "sixth"), "db", "upgrade", "--database", f"sqlite:///{upgraded}"], check=True
        )
    with tarfile.open(HERE / f"{release}.tar.xz", "w:xz") as kept:
        for path in sorted(site.iterdir()):
            if path.suffix in (".sqlite3", ".jsonl", ".json"):
                kept.add(path, path.name)


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        folders = {release: Path(name) / release for release in COMMITS}
        last = install(UPGRADED, folders[UPGRADED])
        for release in sys.argv[1:] or COMMITS:
            programs = last if release == UPGRADED else install(release, folders[release])
            (site := folders[release] / "site").mkdir()
            make(release, programs, last, site)
