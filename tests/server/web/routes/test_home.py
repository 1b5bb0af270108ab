"""The weight of the first page with all its files, prefetched ones included."""

import gzip

from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.playing import Person

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
