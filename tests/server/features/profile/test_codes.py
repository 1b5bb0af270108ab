"""The page of recovery codes: taken along in three ways, and shown to be kept."""

import re

from tests.server.features.friends.test_pages import keep
from tests.server.features.profile.test_pages import MINUTES_MS, codes_of
from tests.server.support.hosting import Clock, Site
from tests.server.support.playing import ASKS_FOR_PAGE, Person


def asked(person: Person, codes: list[str]) -> str:
    """Return the last letters of the code for which the page asks."""
    number = re.search(r"Last four letters of code (\d)", person.page.html)
    assert number is not None
    return codes[int(number[1]) - 1][-4:]


def test_codes_can_be_copied_printed_and_downloaded_with_what_they_are_for(site: Site, clock: Clock) -> None:
    ana = keep(site, "Ana")
    codes = codes_of(ana)
    for way in ("copy", "print"):
        assert f'data-can="{way}"' in ana.page.html
    file = ana.client.get("/you/codes.txt")
    assert file.headers["content-disposition"] == 'attachment; filename="sixth-codes.txt"'
    assert file.headers["cache-control"] == "no-store"
    for each in ("Ana", f"{site.url}/you", "A code brings you back.", *codes):
        assert each in file.text
    clock.forward(15 * MINUTES_MS + 1)
    for path in ("/you/codes", "/you/codes.txt"):
        answer = ana.client.get(path)
        assert answer.url.path == "/you"
        assert codes[0] not in answer.text
    assert site.person().client.get("/you/codes.txt").status_code == 404


def test_the_end_of_one_code_shows_that_codes_are_kept(site: Site, clock: Clock) -> None:
    ana = keep(site, "Ana")
    codes = codes_of(ana)
    assert "You have kept them." not in ana.go("/you").html
    ana.go("/you/codes")
    ending = asked(ana, codes)
    for wrong in ("aaaa", ending[-1], ""):
        answer = ana.client.post("/you/codes/kept", data={"ending": wrong}, headers=ASKS_FOR_PAGE)
        assert "That is not the end of this code." in answer.text
        assert 'aria-invalid="true"' in answer.text
    ana.send("/you/codes/kept", ending=f" {ending.upper()} ")
    assert "You have kept them." in ana.page.html
    clock.forward(15 * MINUTES_MS + 1)
    assert "You have kept them." in ana.go("/you").text("codes")
    codes_of(ana)
    assert "You have kept them." not in ana.go("/you").text("codes")


def test_codes_of_another_browser_are_neither_shown_nor_kept(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    ending = asked(ana, codes) if (codes := codes_of(ana)) else ""
    bo.client.post("/you/codes/kept", data={"ending": ending})
    assert bo.client.get("/you/codes").url.path == "/you"
    assert "You have kept them." not in ana.go("/you").text("codes")
