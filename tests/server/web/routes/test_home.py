"""The first page is light, with all that it fetches, also what it fetches ahead for a table."""

import gzip

from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.playing import Person

_FIRST_PAGE_BYTES, _WITH_TABLE_BYTES = 35_000, 60_000


def _files(page: Page) -> set[str]:
    """The addresses of the styles and scripts that come with a page, now or ahead."""
    found = {link.given["href"] for link in page.root.all("link") if "static" in link.given["href"]}
    pictures = {address for address in found if ".svg" in address or ".png" in address}
    return found - pictures | {script.given["src"] for script in page.root.all("script")}


def _weight(person: Person, addresses: set[str]) -> int:
    return sum(len(gzip.compress(person.client.get(address).content)) for address in addresses)


def test_the_first_page_and_a_table_come_in_few_bytes(site: Site) -> None:
    ana = site.person()
    first = _files(ana.go("/"))
    weight = _weight(ana, {"/", *first})
    assert weight < _FIRST_PAGE_BYTES
    table = ana.open("play", name="Ana")
    assert weight + _weight(ana, {f"/t/{table}", *_files(ana.page)} - first) < _WITH_TABLE_BYTES
