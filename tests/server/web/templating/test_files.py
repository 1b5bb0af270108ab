"""Static files, and the bundles that `scripts/bundle.py` makes of them for the wheel."""

import gzip
import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from scripts.bundle import bundle
from sixth.server.web.middleware.compression import LEVEL
from sixth.server.web.templating.files import STATIC, folders, shell_urls

ROOT: Final = Path(__file__).parents[4]
TEMPLATES: Final = STATIC.parent / "templates"

BUDGET: Final = 50_500
"""Gzipped bytes of the files, within 60,000 for the first page and a table together."""


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the scripts and sheets of the wheel."""
    folder = tmp_path_factory.mktemp("bundled")
    bundle(STATIC.parents[1], folder)
    return folder


def test_every_shipped_sheet_is_self_contained_and_for_current_browsers(bundled: Path) -> None:
    for path in sorted(bundled.rglob("*.css")):
        sheet = path.read_text("utf-8")
        assert "@import" not in sheet, path
        assert "/*" not in sheet, path
        # With these properties Bun emulates light-dark() for browsers that lack it.
        assert "--buncss" not in sheet, path


def test_the_first_page_and_the_table_are_small(bundled: Path) -> None:
    pages = [
        (TEMPLATES / page).read_text("utf-8")
        for page in ("base.html", "parts/app.html", "pages/home.html", "pages/table.html")
    ]
    names = {name for page in pages for name in re.findall(r'static\("([\w/]+\.(?:css|js))"\)', page)}
    assert {"every.css", "playing.css", "table/main.js"} <= names
    sizes = {name: len(gzip.compress((bundled / name).read_bytes(), LEVEL)) for name in names}
    assert sum(sizes.values()) <= BUDGET, sizes


def test_a_wheel_is_bundled_with_the_tested_programs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    assert set(hook["dependencies"]) <= set(project["project"]["optional-dependencies"]["dev"])


def test_a_browser_caches_every_script_and_sheet_once() -> None:
    cached = [url.removeprefix("/static/").partition("?")[0] for url in shell_urls()]
    files = {
        path.relative_to(folders()[0]).as_posix()
        for kind in ("css", "js")
        for path in folders()[0].rglob(f"*.{kind}")
    }
    assert len(set(cached)) == len(cached)
    assert {name for name in cached if not name.endswith(".svg")} == files - {"sw.js"}
