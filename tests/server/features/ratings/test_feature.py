"""Rated games over a real socket, from the agreement before the deal to the numbers of both players."""

import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from threading import Event
from typing import Final

import pytest
from sqlalchemy import Connection, Executable, Table, delete, func, insert, select, update

from sixth.cli.app import run
from sixth.server.core.settings import Settings
from sixth.server.features.profile.tables import person_games
from sixth.server.features.ratings.again import recompute
from sixth.server.features.ratings.rating import GAMES_OF_FAMILY, Rating
from sixth.server.features.ratings.rows import ratings_of
from sixth.server.features.ratings.tables import person_ratings, rated_games
from sixth.server.store.people_schema import people as people_table
from sixth.server.store.schema import game_ends
from sixth.server.store.sql import SqlStore
from tests.server.features.friends.test_pages import id_of
from tests.server.features.profile.test_pages import add_device
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.parties import Party, person_anywhere
from tests.server.support.people import alias_of, read
from tests.server.support.playing import Person, keep_name, own_lines, play_on
from tests.server.support.serving import serving

RATED = {"pace": "calm", "rated": "true"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with hosting(tmp_path) as site:
        yield site


def rated_table(host: Person, *others: Person, seats: int = 2, game: str = "kids") -> str:
    """Have these people sit down at a rated table and be ready; return its id."""
    table = host.open("invite", game=game, seats=seats, name="Host", **RATED)
    for number, person in enumerate(others):
        person.join(table, name=f"Other {number}")
        person.send("ready")
    host.look()
    return table


def ratings(person: Person) -> list[str]:
    """Return the ratings on the page of a person, as texts."""
    return re.findall(r'(\d+) <svg class="interval"', person.go("/you").html)


def own_result(person: Person) -> str:
    """Return what the page of a rated table says of its game to a person, who is there."""
    sentences = person.page.root.all("p")
    return next((each.text for each in sentences if each.attributes.get("class") == "rating"), "")


def rating_rows(site: Site, person: Person) -> Mapping[str, Rating]:
    """Return the ratings of a person, by pool and by named game."""
    return read(site.store, ratings_of, id_of(person))


def test_a_host_computes_all_ratings_anew(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def again() -> tuple[int, str]:
        return run(["db", "ratings", "--again", "--data", str(tmp_path)]), capsys.readouterr().out

    ana = keep_name(site.person(), "Ana")
    ana.open("play", game="kids", seats=2, bots="random", name="Ana", **RATED)
    play_on([ana], Random(3))
    until(lambda: bool(ratings(ana)), "Ana had a rating")
    assert again() == (0, "Rated games: 1. All numbers are the same.\n")
    before = ratings(ana)
    site.store.writer.submit("x", lambda connection: connection.execute(delete(person_ratings))).result()
    assert ratings(ana) == []
    assert again() == (1, "Rated games: 1. Put right: 0 games and 2 ratings.\n")
    assert ratings(ana) == before


def test_people_who_leave_a_rated_table_before_the_first_card_gain_and_lose_by_the_rules_alone(
    site: Site,
) -> None:
    ana, bo = keep_name(site.person(), "Ana"), keep_name(site.person(), "Bo")
    table = rated_table(ana, bo, game="halves")
    bo.look()
    bo.send("leave")
    assert site.table(table).free is not None, "before the deal a seat is free again"
    bo.join(table, name="Bo")
    bo.send("ready")
    ana.look()
    ana.send("begin")
    for person in (ana, bo):
        person.look()
        person.send("leave")
    until(lambda: not site.table(table).playing, "bots played the game to its end")
    state = site.table(table).state
    assert state is not None
    assert state.over
    until(lambda: count(site.store, person_games) == 2, "the game was read")
    assert ratings(ana) == ratings(bo) == []


def test_the_first_page_says_a_rating_and_what_it_changed_by_this_week(site: Site) -> None:
    ana = keep_name(site.person(), "Ana")
    assert not [line for line in own_lines(ana) if "rating" in line]
    ana.open("play", game="kids", seats=2, bots="random", name="Ana", **RATED)
    play_on([ana], Random(3))
    until(lambda: bool(ratings(ana)), "Ana had a rating")
    assert "Your rating not settled yet: 1 of some 90 games" in own_lines(ana)
    write(site, update(person_ratings).values(mu=25.2, sigma=1.0))
    assert "Your rating 1508, +8 this week" in own_lines(ana)
    write(site, update(rated_games).values(ended_at="2026-01-01T00:00:00.000000+00:00"))
    assert "Your rating 1508" in own_lines(ana)


def test_what_people_become_during_a_rated_game_changes_nothing_in_it(site: Site) -> None:
    ana, bo, cy = (keep_name(site.person(), name) for name in ("Ana", "Bo", "Cy"))
    guest = site.person()
    table = rated_table(ana, bo, guest, seats=3)
    ana.send("begin")
    add_device(cy, guest)
    bo.client.post("/you/erase", data={"sure": "true"})
    until(lambda: site.table(table).seats[1].stand_in is not None, "Bo had left")
    guest.go(f"/t/{table}")
    play_on([ana, guest], Random(2))
    assert "1500 → " in own_result(ana), "the page reads the end of the game if nobody has"
    assert "only with a name" in own_result(guest)
    export = map(json.loads, ana.client.get("/you/export.jsonl").text.splitlines())
    assert [each["before"] for each in export if each["kind"] == "rating-change"] == [1500]
    assert ratings(guest) == ratings(cy) == []
    assert rating_rows(site, ana)["3-5"].mu > 25, "Bo has the last place"
    assert recompute(site.store) == (1, 0, 0)


def count(store: SqlStore, table: Table) -> int:
    """Return the number of rows of a table."""
    query = select(func.count()).select_from(table)
    return store.read(lambda connection: connection.execute(query).scalar_one())


def test_a_form_for_a_rated_game_without_a_clock_comes_back_with_the_reason(site: Site) -> None:
    ana = site.person()
    ana.go("/")
    ana.send("/tables", "play", pace="none", rated="true", name="Ana", may_be_late=True)
    assert "A rated game is a named game with a clock" in ana.page.html
    assert ana.page.forms["/tables"].fields["rated"] == "true"


def test_ratings_of_a_named_game_are_shown_once_the_site_has_enough_games(site: Site) -> None:
    ana = keep_name(site.person(), "Ana")
    ana.open("play", game="kids", seats=2, bots="random", name="Ana", **RATED)
    play_on([ana], Random(3))
    until(lambda: bool(ratings(ana)), "Ana had a rating")
    assert len(ratings(ana)) == 1

    def add(connection: Connection) -> None:
        for number in range(GAMES_OF_FAMILY - 1):
            row = {"game_id": str(number), "ended_at": "2020", "pool": "2", "game": "kids", "players": "[]"}
            connection.execute(insert(rated_games).values(**row))

    site.store.writer.submit("x", add).result()
    assert len(ratings(ana)) == 2
    assert "Kids" in ana.page.by_id["ratings"].text


def test_on_the_board_are_the_bots_and_those_who_want_to_be_there_with_a_rating_that_is_not_provisional(
    site: Site,
) -> None:
    people = {name: keep_name(site.person(), name) for name in ("Ana", "Bo", "Cy", "Di")}
    ids = {name: id_of(person) for name, person in people.items()}
    for name, sigma in (("Ana", 2.0), ("Bo", 2.0), ("Cy", 5.0), ("Di", 2.0)):
        rating = {"alias": alias_of(ids[name]), "pool": "3-5", "mu": 40.0, "sigma": sigma, "games": 99}
        write(site, insert(person_ratings).values(**rating))
    for name in ("Ana", "Cy", "Di"):
        people[name].go("/you")
        people[name].send("/ratings")
        assert "Your name and ratings are on the board." in people[name].page.html
    assert site.person().go("/ratings").by_id["you"].text.count("2100") == 2
    assert board(site)[:4] == ["Ana", "Di", "bot: Level 8", "bot: Level 7"]
    assert "Ana" not in board(site, "?seats=2")
    write(site, update(people_table).where(people_table.c.person_id == ids["Di"]).values(barred_until=2**50))
    people["Bo"].go("/you")
    people["Bo"].send("/ratings")
    assert board(site)[:2] == ["Ana", "Bo"]
    people["Bo"].go("/you")
    people["Bo"].send("/ratings", "false")
    people["Ana"].go("/you")
    people["Ana"].send("/you/name", name="Anna")
    assert board(site)[:2] == ["Anna", "bot: Level 8"]
    people["Ana"].client.post("/you/erase", data={"sure": "true"})
    assert board(site)[0] == "bot: Level 8"


def board(site: Site, query: str = "") -> list[str]:
    """Return the names on the board, the best first."""
    page = site.person().go(f"/ratings{query}")
    return re.findall(r'<th scope="row">(?:<.*?<bdi>)?(.*?)<', page.html)


def write(site: Site, statement: Executable) -> None:
    """Write to the database of a site."""
    site.store.writer.submit("x", lambda connection: connection.execute(statement)).result()


def test_a_site_without_people_has_no_rated_games(tmp_path: Path) -> None:
    with hosting(tmp_path, settings=Settings(people=False)) as site:
        assert "Rated" not in site.person().go("/").html


_KILL: Final = """
import os, signal
from sixth.server.store import game_ends
take = game_ends._take
def kill(connection, keep):
    {before}
    os.kill(os.getpid(), signal.SIGKILL)
game_ends._take = kill
"""


@pytest.mark.parametrize(
    ("kind", "before"),
    [("sqlite", "take(connection, keep)"), ("postgresql", "pass"), ("postgresql", "take(connection, keep)")],
    ids=["sqlite-not-committed", "postgresql-unread", "postgresql-not-committed"],
)
def test_a_kill_between_the_end_of_a_game_and_its_readers_loses_and_doubles_nothing(
    database_url: str, tmp_path: Path, before: str
) -> None:
    with ExitStack() as stack, closing(SqlStore(database_url)) as store:
        code = _KILL.format(before=before)
        server = stack.enter_context(serving(tmp_path / "data", database=database_url, first=code))
        people = [keep_name(person_anywhere([server], stack, seat, set()), f"P{seat}") for seat in range(2)]
        rated_table(*people)
        assert "Rated: the result counts." in people[1].look().html
        people[0].send("begin")
        with ThreadPoolExecutor(1) as threads:
            playing = threads.submit(Party(people, set(), Event()).play, 1)
            until(lambda: server.process.poll() is not None, "the server had killed itself")
            server.kill()
            assert (count(store, game_ends), count(store, person_games)) == (1, 0)
            server.first = ""
            server.restart()
            playing.result()
        until(lambda: count(store, game_ends) == 0, "the game was read")
        assert (count(store, person_games), recompute(store)) == (2, (1, 0, 0))
        assert all(len(ratings(each)) == 1 for each in people)
