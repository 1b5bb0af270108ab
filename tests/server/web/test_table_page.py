"""The link of a table in whatever state: who opens it can sit down, watch, or go on to another game."""

from random import Random

from tests.server.features.friends.test_pages import keep
from tests.server.features.profile.test_pages import codes_of
from tests.server.support.hosting import Site
from tests.server.support.parties import BRIEF
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_on

PLAY = 'class="button" href="/">Play</a>'
IN_AN_APP = {"User-Agent": "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/130.0 Mobile"}


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
