"""The page of a table by its link: a seat, which may be in another browser, or a way to another game."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.server.features.friends.test_pages import keep
from tests.server.features.profile.test_pages import add_device, codes_of
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.pages import Page
from tests.server.support.parties import BRIEF
from tests.server.support.playing import ASKS_FOR_PAGE, Person, keep_name, play_on
from tests.server.support.programs import Program

ELSEWHERE = "You play here on another device."
PLAY = 'class="button" href="/">Play</a>'
IN_AN_APP = {"User-Agent": "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/130.0 Mobile"}


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


# ------------------------------------------------------------------ a link in each state


def opened(site: Site, seats: int = 2, **options: str) -> Person:
    """Return the host of a table that waits for people."""
    ana = site.person()
    ana.open("invite", seats=seats, name="Ana", **BRIEF, **options)
    return ana


def offers_seat(person: Person, table: str) -> tuple[bool, bool]:
    """Return whether the page of a table offers a seat to a person, and whether it offers another game."""
    page = person.go(f"/t/{table}")
    return "sit" in page.forms, PLAY in page.html


def test_a_table_offers_a_seat_or_else_another_game(site: Site) -> None:
    ana, bo, cy = opened(site), site.person(), site.person()
    table = ana.table
    assert offers_seat(cy, table) == (True, False)
    bo.join(table, name="Bo")
    assert offers_seat(cy, table) == (False, True), "the table is full"
    assert PLAY not in ana.look().html
    ana.send("begin")
    assert offers_seat(cy, table) == (False, True), "the game goes on"
    ana.look()
    play_on([ana, bo], Random(1))
    assert offers_seat(cy, table) == (False, True), "the game is over"


def test_who_comes_to_a_game_of_bots_may_have_a_seat(site: Site) -> None:
    ana = opened(site)
    ana.send("begin")
    assert offers_seat(site.person(), ana.table) == (True, False)


def test_who_was_made_to_leave_can_go_on_to_another_game(site: Site) -> None:
    ana, bo = opened(site), site.person()
    bo.join(ana.table, name="Bo")
    ana.look()
    ana.send(f"/t/{ana.table}/remove")
    assert offers_seat(bo, ana.table) == (False, True)


def test_a_private_table_leads_on(site: Site) -> None:
    ana = opened(site)
    ana.go(f"/t/{ana.table}/house")
    ana.client.post(f"/t/{ana.table}/house", data={"spectators": ""})
    ana.look()
    ana.send("begin")
    answer = site.person().client.get(f"/t/{ana.table}", headers=ASKS_FOR_PAGE)
    assert (answer.status_code, 'class="button main" href="/">Play</a>' in answer.text) == (403, True)


def test_a_table_that_is_gone_leads_to_others(site: Site) -> None:
    answer = site.person().client.get("/t/bcdfghjkmnpqrs", headers=ASKS_FOR_PAGE)
    assert answer.status_code == 404
    for way in ('class="button main" href="/"', 'href="/tables"', 'href="/join"'):
        assert f"<a {way}" in answer.text or way in answer.text


def test_a_name_from_another_device_leads_back_to_the_table(site: Site) -> None:
    ana, bo, phone = opened(site), keep(site, "Bo"), site.person()
    code = codes_of(bo)[0]
    assert f'href="/you?back=/t/{ana.table}#back"' in phone.go(f"/t/{ana.table}").html
    phone.go(f"/you?back=/t/{ana.table}")
    phone.send("/you/code", code=code)
    assert "sit" in phone.page.forms
    assert "Already have a name here?" not in phone.page.html


def test_the_browser_inside_of_a_chat_is_told_to_open_the_table_in_another_before_one_sits_down(
    site: Site,
) -> None:
    ana, bo = opened(site), site.person()
    hint, path = "Open in your browser", f"/t/{ana.table}"
    assert hint in bo.client.get(path, headers=IN_AN_APP).text
    assert hint not in bo.client.get(path).text
    assert hint not in ana.client.get(path, headers=IN_AN_APP).text
    bo.join(ana.table, name="Bo")
    assert hint not in bo.client.get(path, headers=IN_AN_APP).text
