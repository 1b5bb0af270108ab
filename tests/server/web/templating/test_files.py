"""Static files, and what scripts/bundle.py makes of them for the wheel."""

import gzip
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from scripts.bundle import bundle
from sixth.rules.cards import FULL_DECK
from sixth.server.web.middleware.compression import LEVEL
from sixth.server.web.templating.files import STATIC, shell_urls

ROOT: Final = Path(__file__).parents[4]
TEMPLATES: Final = STATIC.parent / "templates"

BUDGET: Final = 49_000
"""Bytes, gzipped: of the 60,000 for the first page and a table, what the two pages themselves leave."""


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts and sheets of the wheel."""
    folder = tmp_path_factory.mktemp("bundled")
    bundle(STATIC.parents[1], folder)
    return folder


def test_every_script_that_is_shipped_is_one(bundled: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "There is no Node; scripts/programs installs it where it can."
    scripts = sorted(bundled.rglob("*.js"))
    assert len(scripts) > 10
    for path in scripts:
        script = tmp_path / "script.mjs"
        script.write_text(path.read_text("utf-8"), encoding="utf-8")
        done = subprocess.run([node, "--check", script], capture_output=True, text=True, check=False)
        assert done.returncode == 0, (path, done.stderr)


def test_every_sheet_that_is_shipped_imports_nothing_and_is_for_the_browsers_of_today(bundled: Path) -> None:
    for path in sorted(bundled.rglob("*.css")):
        sheet = path.read_text("utf-8")
        assert "@import" not in sheet, path
        assert "/*" not in sheet, path
        # So begin the properties by which Bun says it to browsers that do not know light-dark().
        assert "--buncss" not in sheet, path


def test_the_first_page_and_the_table_are_small(bundled: Path) -> None:
    pages = [
        (TEMPLATES / page).read_text("utf-8")
        for page in ("base.html", "parts/app.html", "pages/home.html", "pages/table.html")
    ]
    named = {name for page in pages for name in re.findall(r'static\("([\w/]+\.(?:css|js))"\)', page)}
    assert {"every.css", "playing.css", "table/main.js"} <= named
    sizes = {name: len(gzip.compress((bundled / name).read_bytes(), LEVEL)) for name in named}
    assert sum(sizes.values()) <= BUDGET, sizes


def test_what_a_wheel_is_bundled_with_is_what_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    assert set(hook["dependencies"]) <= set(project["project"]["optional-dependencies"]["dev"])


def test_a_browser_keeps_every_script_and_sheet_and_each_once() -> None:
    kept = [url.removeprefix("/static/").partition("?")[0] for url in shell_urls()]
    written = {
        path.relative_to(STATIC).as_posix() for kind in ("css", "js") for path in STATIC.rglob(f"*.{kind}")
    }
    assert len(set(kept)) == len(kept)
    assert {name for name in kept if not name.endswith(".svg")} == written - {"sw.js"}


def test_every_card_has_a_name_by_which_the_browser_moves_it() -> None:
    named = re.findall(r"\.c(\d+) { view-transition-name: c\1; }", (STATIC / "cards.css").read_text("utf-8"))
    assert [int(card) for card in named] == list(range(1, FULL_DECK + 1))
