"""The first page: its weight with all its files, prefetched ones included, and whom it greets how."""

import gzip
from pathlib import Path
from random import Random

import pytest

from sixth.server.app import FEATURES
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person, keep_name, own_lines, play_on

_FIRST_PAGE_BYTES, _WITH_TABLE_BYTES = 25 * 1024, 60 * 1024
"""Limits for the first page without, and with, the files that it prefetches for a table."""


def _files(page: Page, *, ahead: bool = True) -> set[str]:
    """Return the addresses of a page's styles and scripts, with those it fetches `ahead` if wished."""
    links = [link for link in page.root.all("link") if ahead or link.attributes["rel"] != "prefetch"]
    urls = {link.attributes["href"] for link in links if "static" in link.attributes["href"]}
    pictures = {address for address in urls if ".svg" in address or ".png" in address}
    return urls - pictures | {
        each.attributes["src"] for each in page.root.all("script") if "src" in each.attributes
    }


def _weight(person: Person, addresses: set[str]) -> int:
    return sum(len(gzip.compress(person.client.get(address).content)) for address in addresses)


def test_the_first_page_and_a_table_are_small(site: Site) -> None:
    ana = site.person()
    assert _weight(ana, {"/", *_files(ana.go("/"), ahead=False)}) < _FIRST_PAGE_BYTES
    first = {"/", *_files(ana.page)}
    table = ana.open("play", name="Ana")
    assert _weight(ana, first) + _weight(ana, {f"/t/{table}", *_files(ana.page)} - first) < _WITH_TABLE_BYTES


_NEW, _BACK = "New here?", "Welcome back"


def test_whoever_has_played_is_greeted_with_what_is_theirs_and_nobody_else(site: Site) -> None:
    guest = site.person()
    assert own_lines(guest) == ["Daily deal One round a day, the same cards for everybody Play it"]
    assert _NEW in guest.page.html
    guest.open("play", seats=2, bots="random", name="Gus", **BRIEF)
    play_on([guest], Random(1))
    assert own_lines(guest) == ["Daily deal Play it", "Today's five 0 of 5", "Boards 0 of 4"]
    assert _BACK in guest.page.html
    assert _NEW not in guest.page.html
    named = keep_name(site.person(), "Ana")
    assert own_lines(named, "/you") == own_lines(named)
    assert "Hi, Ana" in named.page.html
    assert _NEW not in named.page.html


def test_a_copy_for_use_without_a_connection_greets_nobody(site: Site) -> None:
    ana = keep_name(site.person(), "Ida")
    copy = Page(ana.client.get("/", headers={"Sixth-Keep": "yes"}).text)
    newcomer = site.person().go("/")
    assert "Ida" not in copy.html
    for tag in ("h1", "a"):
        assert [each.text for each in copy.root.all(tag)] == [each.text for each in newcomer.root.all(tag)]


def test_the_first_page_counts_the_games_that_wait(site: Site) -> None:
    ana, count = site.person(), "games wait for you"
    ana.open("play", seats=2, bots="random", name="Ana")
    assert count not in ana.go("/").html
    ana.open("play", seats=2, bots="random", name="Ana")
    assert f"2 {count}" in ana.go("/").html


@pytest.mark.parametrize(("name", "label"), [("boards", "Daily deal"), ("puzzles", "Today's five")])
def test_the_line_of_a_feature_goes_with_the_feature(tmp_path: Path, name: str, label: str) -> None:
    with hosting(tmp_path, features=[each for each in FEATURES if each.name != name]) as site:
        lines = own_lines(keep_name(site.person(), "Ana"))
    assert lines
    assert not [line for line in lines if label in line]
