"""One person with two browsers at a table: the seat is where they press, and the other browser says so."""

from collections.abc import Iterator

import pytest

from tests.server.features.profile.test_pages import add_device
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.pages import Page
from tests.server.support.playing import Person, keep_name
from tests.server.support.programs import Program

ELSEWHERE = "You play here on another device."


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def phone(site: Site) -> Person:
    """Return the browser of a person who keeps a name and has opened a table."""
    return keep_name(site.person(), "Ana")


@pytest.fixture
def laptop(site: Site, phone: Person) -> Person:
    """Return another browser of that person, without a seat."""
    laptop = site.person()
    add_device(phone, laptop)
    laptop.table = phone.table
    return laptop


def test_a_second_device_is_told_where_its_person_plays_and_goes_on_with_one_press(
    site: Site, phone: Person, laptop: Person
) -> None:
    here = f"/t/{phone.table}/here"
    page = laptop.look()
    assert ELSEWHERE in page.root.text
    assert "sit" not in page.forms
    assert here in page.forms
    laptop.send(here)
    assert "begin" in laptop.page.forms
    assert here not in laptop.page.forms
    assert [each.sitter is not None for each in site.table(phone.table).seats] == [True, False]
    # And back again.
    assert ELSEWHERE in phone.look().root.text
    phone.send(here)
    assert "begin" in phone.page.forms
    assert ELSEWHERE in laptop.look().root.text


def test_a_second_device_gets_a_seat_of_a_private_game(site: Site, phone: Person, laptop: Person) -> None:
    config = phone.go(f"/t/{phone.table}/house").forms["house"]
    private = {name: value for name, value in config.fields.items() if name != "spectators"}
    phone.client.post(f"/t/{phone.table}/house", data=private)
    assert not site.table(phone.table).config.spectators
    phone.look()
    phone.send("begin")
    assert laptop.client.get(f"/t/{phone.table}").status_code == 403
    laptop.page = Page(laptop.client.get(f"/t/{phone.table}").text)
    laptop.send(f"/t/{phone.table}/here")
    assert laptop.page.asks == "choose"


def test_nobody_else_gets_the_seat_of_a_person(site: Site, phone: Person) -> None:
    here, before = f"/t/{phone.table}/here", site.table(phone.table)
    for other in (site.person(), keep_name(site.person(), "Bo")):
        assert ELSEWHERE not in other.go(f"/t/{phone.table}").root.text
        assert other.client.post(here, headers={"accept": "*/*"}).status_code == 403
    # A player whom the host removed has no seat anywhere.
    host = Program.host(site, "Cy")
    phone.client.post(f"/t/{host.table}/sit", data={"name": "Ana"})
    host.do("remove", seat=1, name="Ana")
    assert phone.client.post(f"/t/{host.table}/here", headers={"accept": "*/*"}).status_code == 403
    assert site.table(phone.table) == before


def test_a_seat_that_moved_goes_with_its_person(site: Site, phone: Person, laptop: Person) -> None:
    laptop.look()
    laptop.send(f"/t/{phone.table}/here")
    laptop.go("/you")
    laptop.send("/you/erase", sure="true")
    until(lambda: "'Ana'" not in str(site.log(phone.table)), "the name is out of the log")
    until(lambda: site.table(phone.table).free == 0, "the seat is free")
