"""The docs site: it builds strictly, needs no other host, and has current figures."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from functools import cache
from html.parser import HTMLParser
from os import SEEK_END
from pathlib import Path
from tempfile import gettempdir
from urllib.parse import unquote, urlsplit

import griffe
import pytest

from scripts.architecture import pictures
from sixth.server.ops import process
from sixth.sim.policy import weights

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
SITE = ROOT / "site"
REFERENCE = [
    name
    for page in DOCS.glob("api/*.md")
    for name in re.findall(r"^::: (\S+)", page.read_text(), re.MULTILINE)
]
MAX_PICTURE_BYTES = 60_000


def name_of(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


class Page(HTMLParser):
    """The links of a page of the site, and the ids of its parts."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.needs: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("id"):
            self.names.add(str(attributes["id"]))
        if tag == "a" and attributes.get("href"):
            self.links.append(str(attributes["href"]))
        elif tag in ("img", "script", "iframe", "source") and attributes.get("src"):
            self.needs.append(str(attributes["src"]))
        elif tag == "link" and attributes.get("href"):
            self.needs.append(str(attributes["href"]))


def built() -> Path:
    """Build the site as `make docs` does, once for all processes of these tests; return its folder."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    with (Path(gettempdir()) / f"sixth-docs-{run or os.getpid()}").open("a+") as lock:
        flock(lock, LOCK_EX)
        # Another process may have written since the file was opened.
        if not (run and lock.seek(0, SEEK_END)):
            _build()
            lock.write("built")
    return SITE


def _build() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="module")
def site() -> Path:
    return built()


@cache
def page(path: Path) -> Page:
    return Page(path)


def local(references: list[str], path: Path) -> Iterator[tuple[str, Path, str]]:
    """Return the links within the site: as written, the file, and the part of it."""
    for reference in references:
        parts = urlsplit(reference)
        if not parts.scheme and not parts.netloc:
            yield (
                reference,
                (path.parent / unquote(parts.path)) if parts.path else path,
                unquote(parts.fragment),
            )


def test_every_link_and_picture_of_the_site_exists(site: Path) -> None:
    wrong = []
    for path in site.rglob("*.html"):
        for reference, file, part in local([*page(path).links, *page(path).needs], path):
            exists = file.is_file() and (
                not part or file.suffix != ".html" or part in page(file.resolve()).names
            )
            # The page of errors is shown at any address, so its own links begin at the root.
            if not exists and path.name != "404.html":
                wrong.append(f"{path.relative_to(site)}: {reference}")
    assert not wrong


def test_the_site_needs_no_other_host(site: Path) -> None:
    foreign = [
        f"{path.relative_to(site)}: {need}"
        for path in site.rglob("*.html")
        for need in page(path).needs
        if urlsplit(need).netloc
    ]
    assert not foreign
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?https?:", sheet.read_text(encoding="utf-8")), sheet


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_page_is_in_the_navigation_or_an_index(path: Path) -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    if path.parent.name == "decisions" and path.name != "index.md":
        assert f"({path.name})" in (path.parent / "index.md").read_text(encoding="utf-8")
        text = path.read_text(encoding="utf-8")
        assert re.search(r"^- Status: .+\n- Date: \d{4}-\d\d-\d\d$", text, re.MULTILINE)
    else:
        assert re.search(rf"[ :]{re.escape(name_of(path))}$", navigation, re.MULTILINE)


@cache
def source() -> griffe.Object | griffe.Alias:
    return griffe.load("sixth", search_paths=[str(ROOT / "src")])


def undocumented(item: griffe.Object | griffe.Alias) -> Iterator[str]:
    if not item.has_docstring:
        yield item.path
    for name, member in item.members.items():
        if not (name.startswith("_") or member.is_alias or member.is_attribute or member.is_module):
            yield from undocumented(member)


@pytest.mark.parametrize("name", REFERENCE)
def test_every_name_of_the_reference_has_a_docstring(name: str) -> None:
    room = source() if name == "sixth" else source()[name.removeprefix("sixth.")]
    assert not list(undocumented(room))


def test_the_pictures_of_the_rooms_match_the_imports() -> None:
    for name, picture in pictures().items():
        assert (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == picture, "run `make docs`"


def test_the_page_about_the_rooms_lists_every_package() -> None:
    page, source = (DOCS / "architecture" / "index.md").read_text(), ROOT / "src" / "sixth"
    folders = (source, source / "server")
    packages = [each.parent for folder in folders for each in folder.glob("*/__init__.py")]
    assert [each for each in packages if f"| `{each.relative_to(source).as_posix()}/`" not in page] == []
    features = [each.parent.name for each in (source / "server" / "features").glob("*/__init__.py")]
    assert [each for each in features if f"`{each}/`" not in page] == []


def test_the_page_about_the_browser_lists_every_script() -> None:
    static = ROOT / "src/sixth/server/web/static"
    words = set(re.findall(r"`(?:static/)?([\w/-]+\.js)`", (DOCS / "architecture/browser.md").read_text()))
    scripts = {
        each.relative_to(static).as_posix() for each in static.rglob("*.js") if each.parent.name != "lit"
    }
    assert {each.rpartition("table/")[2] if "/view/" not in each else each for each in scripts} == words


def test_pictures_are_small() -> None:
    pictures = [path for path in (DOCS / "pictures").iterdir() if path.suffix == ".webp"]
    assert len(pictures) == 11
    assert not [path.name for path in pictures if path.stat().st_size > MAX_PICTURE_BYTES]


def places(name: str) -> Iterator[Path]:
    """Return the paths that a file named by a page may have."""
    source = ROOT / "src" / "sixth"
    yield from (ROOT / name, source / name, ROOT / "src" / name, source / "sim" / name)
    yield source / "server" / name
    yield from (source / "server" / "web" / name, source / "server" / "web" / "templates" / name)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_file_that_a_page_names_exists(path: Path) -> None:
    # A bare file name may be the reader's own, or the output of a command.
    names = re.findall(
        r"`([\w.-]+(?:/[\w.@-]+)+(?:\.(?:py|js|css|svg|html|npz|conf|service|yaml|toml|md)|/))`",
        path.read_text(encoding="utf-8"),
    )
    assert not [name for name in names if not any(place.exists() for place in places(name))]


def option_value(option: str) -> float:
    """Return the value of this option that the server gives to uvicorn."""
    (name,) = re.findall(rf"\b{option}=(\w+)", Path(process.__file__).read_text(encoding="utf-8"))
    return float(getattr(process, name))


FACTS = [
    ("hosting.md", r"which closes them after (\d+) seconds", option_value("timeout_keep_alive")),
    (
        "architecture/processes.md",
        r"answered, for up to (\d+) seconds",
        option_value("timeout_graceful_shutdown"),
    ),
]
"""Figures of the program on pages: the page, a pattern for the figure, and the program's value."""


@pytest.mark.parametrize(("name", "pattern", "true"), FACTS, ids=[fact[0] for fact in FACTS])
def test_figures_on_pages_match_the_program(name: str, pattern: str, true: float) -> None:
    figures = re.findall(pattern, (DOCS / name).read_text(encoding="utf-8"))
    assert [float(each.replace(",", "")) for each in figures] == [true]


def test_no_page_installs_from_an_index_which_has_no_sixth() -> None:
    pages = [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    assert [path for path in pages if "install 'sixth" in path.read_text(encoding="utf-8")] == []


def test_proxies_close_idle_connections_before_the_server_does() -> None:
    for name in ("nginx/sixth.conf", "caddy/Caddyfile", "compose/compose.yaml"):
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        (seconds,) = re.findall(r"keepalive(?:_timeout)? (\d+)s", text)
        assert int(seconds) < option_value("timeout_keep_alive")


def test_pages_give_the_size_of_the_weights() -> None:
    size = round(weights.SHIPPED.stat().st_size / 1000)
    figures = [
        each for path in PAGES for each in re.findall(r"(\d+) kB of plain numbers", path.read_text("utf-8"))
    ]
    assert set(figures) == {str(size)}
