"""Rated quick games: who is seated together, when bots come and which, and two processes at the same time."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import insert, select, update

from sixth.server.features.ratings.quick import nearest_bots
from sixth.server.features.ratings.quick_rows import BOTS_AFTER_MS, PRESENT_MS, SEATS, NewEntry, enter, look
from sixth.server.features.ratings.rating import Rating, bot_ratings
from sixth.server.features.ratings.tables import person_ratings, quick_entries
from sixth.server.people.tables import person_ties
from sixth.server.store.people_schema import people, rated_seats
from sixth.server.store.sql import SqlStore
from sixth.server.table.fold import fold
from sixth.server.table.identity import hash_token
from tests.server.features.friends.test_pages import id_of, keep
from tests.server.features.profile.test_pages import add_device
from tests.server.features.ratings.test_feature import write
from tests.server.support.hosting import Site
from tests.server.support.parties import person_anywhere
from tests.server.support.people import alias_of, arrive, keep_names, write as write_rows
from tests.server.support.playing import Person
from tests.server.support.postgres import Postgres
from tests.server.support.serving import serving


def press(person: Person) -> str:
    """Have a person press the button of the first page; return the table that it leads to, if any."""
    person.table = ""
    person.go("/")
    # The button is one of the form for all tables, and sends it to another address.
    answer = person.client.post("/quick", headers={"accept": "text/html"})
    person._read(answer, may_be_late=True)
    return person.table


def ask(person: Person) -> str:
    """Have the waiting page of a person load again; return the table that it leads to, "" for none yet."""
    person.table = ""
    person.go("/quick")
    return person.table


def wait_out(site: Site) -> None:
    """Have all who wait wait for long enough, and be there."""
    write(site, update(quick_entries).values(since=1, seen_at=2**60))


def rate(site: Site, person: Person, points: int) -> None:
    """Give a person a rating in games of three to five."""
    numbers = {"mu": (points - 500) / 40, "sigma": 2.0, "games": 9}
    row = {"alias": alias_of(id_of(person)), "pool": "3-5", **numbers}
    write(site, insert(person_ratings).values(**row))


def bots_of(site: Site, table: str) -> set[str]:
    """Return the kinds of the bots at a table."""
    return {who.kind for who in site.table(table).sitters if who and not who.human}


def test_bots_of_about_ones_rating_come_after_twenty_seconds_and_the_game_begins(site: Site) -> None:
    ana = keep(site, "Ana")
    assert press(ana) == ask(ana) == ""
    assert "Bots join in 0:" in ana.page.by_id["left"].text
    write(site, update(quick_entries).values(since=quick_entries.c.since - BOTS_AFTER_MS))
    table = site.table(ask(ana))
    assert table.playing
    assert bots_of(site, table.id) == {"level-5", "level-6", "level-7"}
    assert f" · {bot_ratings()['3-5']['level-5'].points}" in ana.look().html
    assert rated_at(site, table.id) == [id_of(ana)]


def rated_at(site: Site, table: str) -> list[str]:
    """Return the people whose ratings the game at a table counts for."""
    query = (
        select(people.c.person_id)
        .join(rated_seats, rated_seats.c.alias == people.c.alias)
        .where(rated_seats.c.table_id == table)
        .order_by(rated_seats.c.seat)
    )
    return site.store.read(lambda connection: list(connection.execute(query).scalars()))


def test_two_of_about_the_same_rating_sit_together_and_others_do_not(site: Site) -> None:
    ana, bo, cy = people = [keep(site, name) for name in ("Ana", "Bo", "Cy")]
    for person, points in zip(people, (1900, 1700, 1300), strict=True):
        rate(site, person, points)
        press(person)
    wait_out(site)
    table, other = ask(ana), ask(cy)
    assert ask(bo) == table != other
    assert sorted(rated_at(site, table)) == sorted([id_of(ana), id_of(bo)])
    assert bots_of(site, table) == {"level-6", "level-7"}
    assert bots_of(site, other) == {"level-3", "level-4", "level-5"}


def waiting(person: Person) -> list[str]:
    """Return the names on the waiting page of a person, in order of the alphabet."""
    ask(person)
    return sorted(re.findall(r"<li><b><bdi>(.*?)<", person.page.html))


def test_four_people_do_not_wait_for_bots(site: Site) -> None:
    people = [keep(site, name) for name in ("Ana", "Bo", "Cy", "Di")]
    *early, table = [press(each) for each in people]
    assert {ask(each) for each in people} == {table} != set(early)
    assert bots_of(site, table) == set()


def test_a_second_browser_of_a_person_has_no_seat_at_the_same_table(site: Site) -> None:
    ana, laptop = keep(site, "Ana"), site.person()
    add_device(ana, laptop)
    for browser in (ana, laptop):
        press(browser)
        assert waiting(browser) == ["Ana"]


def test_people_with_a_block_between_them_are_not_seated_together(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    tie = {"person_id": id_of(bo), "other_id": id_of(ana), "kind": "blocked", "at": 1}
    write(site, insert(person_ties).values(**tie))
    press(ana)
    press(bo)
    assert (waiting(ana), waiting(bo)) == (["Ana"], ["Bo"])


def test_who_presses_again_waits_on_and_after_a_game_for_the_next_one(site: Site) -> None:
    ana = keep(site, "Ana")
    press(ana)
    wait_out(site)
    table = press(ana)
    assert ask(ana) == table != ""
    assert press(ana) == ""


def test_a_second_press_leads_to_the_seat_that_one_was_given_meanwhile(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    press(ana)
    press(bo)
    wait_out(site)
    table = ask(ana)
    assert press(bo) == table
    assert {hash_token(each.token()) for each in (ana, bo)} < set(site.table(table).tokens)


def test_who_has_gone_or_cancels_holds_nobody_up(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    press(ana)
    press(bo)
    bo.send("/quick/leave")
    assert "/tables" in bo.page.forms, "this is the first page"
    write(site, update(quick_entries).values(seen_at=site.tables.now() - PRESENT_MS))
    press(cy)
    assert waiting(cy) == ["Cy"]
    assert waiting(ana) == ["Ana", "Cy"], "who comes back still waits"


def test_guests_are_led_to_choose_a_name(site: Site) -> None:
    nobody, guest = site.person(), site.person()
    assert press(nobody) == ""
    assert "Play a game first" in nobody.page.html
    guest.open("invite", name="Guest")
    assert press(guest) == ""
    assert guest.page.text("note") == "Choose a name first."
    assert "/you/name" in guest.page.forms


def test_of_all_who_ask_at_the_same_time_one_forms_the_table(store: SqlStore) -> None:
    names = [f"P{number}" for number in range(SEATS)]
    for name in names:
        arrive(store, name)
        keep_names(store, name)
        write_rows(store, enter, NewEntry(name, name, name), 0, [])
    with ThreadPoolExecutor(SEATS) as threads:
        tables = {
            each[0].table_id for each in threads.map(lambda name: write_rows(store, look, name, 1), names)
        }
    assert len(tables) == 1
    assert None not in tables


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
            assert set(threads.map(press, people)) == {""}
            for server in servers:
                server.kill()
            store = SqlStore(url)
            stack.callback(store.close)
            # A process has seated them at a table, and ended before it wrote the log.
            with store.engine.begin() as connection:
                connection.execute(update(quick_entries).values(table_id="table"))
            for server in servers:
                server.restart()
            assert set(threads.map(ask, people)) == {"table"}
        table = fold("table", store.load("table"))
        assert table.playing
        assert [who.human for who in table.sitters if who] == [True, True, True, False]
        assert {hash_token(each.token()) for each in people} < set(table.tokens)


def test_bots_are_the_nearest_to_the_mean_of_the_people() -> None:
    assert nearest_bots([], "3-5")[0] == "level-5"
    assert nearest_bots([Rating(mu=60)], "2")[:2] == ["level-8", "level-7"]
    assert nearest_bots([Rating(mu=0), Rating(mu=1)], "6-10")[0] == "level-1"
