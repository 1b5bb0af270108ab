"""Rated quick games: who is seated together, when bots come and which, and two processes at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from sixth.server.features.people.tables import person_ties
from sixth.server.features.ratings.quick import BOTS_AFTER_MS, nearest_bots
from sixth.server.features.ratings.quick_rows import QuickRows, QuickTable
from sixth.server.features.ratings.rating import Rating
from sixth.server.features.ratings.tables import person_ratings, quick_tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.fold import fold
from tests.server.features.friends.test_pages import id_of, keep
from tests.server.features.people.test_pages import link_of
from tests.server.support.hosting import Clock, Site, hosting, until
from tests.server.support.parties import person_anywhere
from tests.server.support.people import alias_of, arrive
from tests.server.support.playing import Person
from tests.server.support.postgres import Postgres
from tests.server.support.programs import Program
from tests.server.support.serving import serving


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def site(tmp_path: Path, clock: Clock) -> Iterator[Site]:
    with hosting(tmp_path, wall=clock) as site:
        yield site


def press(person: Person) -> str:
    """Have a person press the button of the first page; return the table that it leads to."""
    person.table = ""
    person.go("/")
    # The button is one of the form for all tables, and sends it to another address.
    answer = person.client.post("/quick", headers={"accept": "text/html"})
    person._read(answer, may_be_late=True)
    return person.table


def rate(site: Site, person: Person, points: int) -> None:
    """Give a person a rating in games of three to five."""
    values = {
        "alias": alias_of(id_of(person)),
        "pool": "3-5",
        "mu": (points - 500) / 40,
        "sigma": 2.0,
        "games": 9,
    }
    site.store.writer.submit(
        "x", lambda connection: connection.execute(insert(person_ratings).values(**values))
    ).result()


def bots_of(site: Site, table: str) -> set[str]:
    """Return the kinds of the bots at a table."""
    return {who.kind for who in site.table(table).sitters if who and not who.human}


def test_bots_of_about_ones_rating_come_after_twenty_seconds_and_the_game_begins(
    site: Site, clock: Clock
) -> None:
    ana = keep(site, "Ana")
    table = press(ana)
    assert "Bots join in" in ana.page.html
    assert ana.page.text("prompt") == "Waiting for other players."
    assert site.table(table).config.rated
    clock.forward(BOTS_AFTER_MS)
    until(lambda: site.table(table).playing, "the game began")
    assert bots_of(site, table) == {"montecarlo", "policy", "careful"}
    assert "1530\N{NO-BREAK SPACE}±" in ana.look().html
    until(lambda: QuickRows(site.store).all() == [], "the table waited no longer")


def test_two_of_about_the_same_rating_sit_together_and_others_do_not(site: Site, clock: Clock) -> None:
    people = {name: keep(site, name) for name in ("Ana", "Bo", "Cy")}
    for name, points in (("Ana", 1900), ("Bo", 1700), ("Cy", 1300)):
        rate(site, people[name], points)
    ana, bo, cy = (press(each) for each in people.values())
    assert ana == bo != cy
    assert press(people["Bo"]) == bo, "who presses again has the same seat"
    clock.forward(BOTS_AFTER_MS)
    until(lambda: all(site.table(each).playing for each in (ana, cy)), "both games began")
    assert sum(who is not None and who.human for who in site.table(ana).sitters) == 2
    assert bots_of(site, ana) == {"search", "policy"} or bots_of(site, ana) == {"search", "expert"}
    assert bots_of(site, cy) == {"careful", "montecarlo", "nearest"}


def test_four_people_do_not_wait_for_bots(site: Site) -> None:
    tables = {press(keep(site, name)) for name in ("Ana", "Bo", "Cy", "Di")}
    (table,) = tables
    until(lambda: site.table(table).playing, "the game began")


def test_a_second_browser_of_a_person_has_no_seat_at_the_same_table(site: Site) -> None:
    ana, laptop = keep(site, "Ana"), site.person()
    link = link_of(ana)
    laptop.go(link)
    laptop.send(link)
    assert press(ana) != press(laptop)


def test_people_with_a_block_between_them_are_not_seated_together(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    tie = {"person_id": id_of(bo), "other_id": id_of(ana), "kind": "blocked", "at": 1}
    site.store.writer.submit(
        "x", lambda connection: connection.execute(insert(person_ties).values(**tie))
    ).result()
    assert len({press(ana), press(bo)}) == 2


def test_nobody_but_the_button_gives_a_seat_at_a_quick_game(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    table = press(ana)
    refusal = "Only “Rated quick game” gives seats at this table."
    assert "sit" not in bo.go(f"/t/{table}").forms
    assert refusal in bo.page.html
    answer = Program(site, table).do("sit", name="Eve", bot=False)
    assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (403, "matched", refusal)
    for program in (Program(site, table), Program(site, table, ana.token())):
        assert program.client.get("/tables").json() == []
        assert program.look()["offered"] is program.look()["host"] is None
    assert bo.client.post(f"/t/{table}/sit", data={"name": "Bo"}).status_code == 403
    assert press(bo) == table


def test_nobody_decides_for_others_at_a_quick_game_that_waits(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    press(ana)
    press(bo)
    program = Program(site, ana.table, ana.token())
    for command, fields in (
        ("begin", {"game": 1, "bots": "random"}),
        ("bot", {"seat": 2, "bot": "random"}),
        ("remove", {"seat": 1, "name": "Bo"}),
        ("config", {"config": {"turn_seconds": 5}}),
        ("config", {"config": {"rated": False}, "rules": {"game": "kids", "seats": 2}}),
    ):
        answer = program.do(command, **fields)
        assert (answer.status_code, answer.json()["code"]) == (403, "host-only"), command
    assert {"begin", f"/t/{ana.table}/remove"}.isdisjoint(ana.look().forms)
    assert not site.table(ana.table).playing


def test_who_is_not_ready_when_bots_come_loses_the_seat_and_the_page_names_whom_it_waits_for(
    site: Site, clock: Clock
) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    table = press(ana)
    press(bo)
    bo.send("ready")
    assert bo.page.text("prompt") == "Waiting for other players."
    assert "If you aren’t ready by then, a bot takes your seat." in bo.page.html
    assert ana.look().text("prompt") == "Waiting for Bo."
    clock.forward(BOTS_AFTER_MS)
    until(lambda: site.table(table).playing, "the game began")
    assert len(bots_of(site, table)) == 3
    assert bo.token() not in str(site.table(table).tokens)
    assert [who.human for who in site.table(table).sitters if who] == [True, False, False, False]


def test_a_second_press_makes_one_ready_again(site: Site) -> None:
    ana = keep(site, "Ana")
    press(ana)
    ana.send("ready")
    assert not site.table(ana.table).all_ready
    assert press(ana) == ana.table
    assert site.table(ana.table).all_ready


def test_a_quick_game_that_nobody_is_ready_for_or_that_all_have_left_waits_no_longer(
    site: Site, clock: Clock
) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    press(ana)
    ana.send("leave")
    press(bo)
    bo.send("ready")
    assert ana.table != bo.table
    clock.forward(BOTS_AFTER_MS)
    until(lambda: QuickRows(site.store).all() == [], "no table waited")
    for each in (ana, bo):
        assert not site.table(each.table).playing
        assert not any(site.table(each.table).tokens)


def test_guests_are_led_to_choose_a_name(site: Site) -> None:
    nobody, guest = site.person(), site.person()
    assert press(nobody) == ""
    assert "Play a game first" in nobody.page.html
    guest.open("invite", name="Guest")
    assert press(guest) == ""
    assert guest.page.text("note") == "Choose a name first."
    assert "/you/name" in guest.page.forms


def test_of_two_tables_that_are_offered_at_the_same_time_one_waits(store: SqlStore) -> None:
    rows = QuickRows(store)
    for name, table in (("ana", "table1"), ("bo", "table2")):
        arrive(store, name, tables=[table])
    with ThreadPoolExecutor(2) as threads:
        offers = [
            threads.submit(rows.offer, QuickTable(table, 20), name, 0, [])
            for name, table in (("ana", "table1"), ("bo", "table2"))
        ]
        results = [list(each.result()) for each in offers]
    (waiting,) = rows.all()
    assert sorted(results) == sorted([[], [waiting.table_id]])
    assert rows.offer(QuickTable("table3", 30), "cy", 0, [waiting.table_id]) == []


def test_three_who_press_at_the_same_time_in_two_processes_play_together_after_a_kill_of_both(
    database: Postgres, tmp_path: Path
) -> None:
    url = database.make()
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(tmp_path / f"{each}", database=url)) for each in range(2)]
        people = [person_anywhere(servers, stack, seat, set()) for seat in range(3)]
        for number, person in enumerate(people):
            person.open("play", seats=2, bots="random", name=f"P{number}")
            person.go("/you")
            person.send("/you/name", name=f"P{number}")
        with ThreadPoolExecutor(3) as threads:
            tables = {each.result() for each in [threads.submit(press, person) for person in people]}
        (table,) = tables
        for server in servers:
            server.kill()
        store = SqlStore(url)
        stack.callback(store.close)
        store.writer.submit("x", lambda each: each.execute(update(quick_tables).values(bots_at=1))).result()
        for server in servers:
            server.restart()
        until(lambda: fold(table, store.load(table)).playing, "the game began")


def test_bots_are_the_nearest_to_the_mean_of_the_people() -> None:
    assert nearest_bots([], "3-5")[0] == "montecarlo"
    assert nearest_bots([Rating(mu=60)], "2")[:2] == ["champion", "expert"]
    assert nearest_bots([Rating(mu=0), Rating(mu=1)], "6-10")[0] == "random"
