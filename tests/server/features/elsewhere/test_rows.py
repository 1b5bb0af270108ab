"""Rows of games from other sites in both kinds of database."""

from random import Random

import pytest

from sixth.server.features.elsewhere.rows import MAX_GAMES, ElsewhereRows, TooManyGamesError
from sixth.server.features.people.person import NewBrowser, PersonGame
from sixth.server.features.people.rows import PeopleRows, add_browser
from sixth.server.features.people.view import totals_of
from sixth.server.store.sql import SqlStore
from tests.server.support.people import arrive


@pytest.fixture
def rows(store: SqlStore) -> ElsewhereRows:
    """Return the rows of a store with two guests, who are called like their browsers."""
    arrive(store, "ana", "bo")
    return ElsewhereRows(store)


def games(count: int, first: int = 0) -> list[PersonGame]:
    """Return so many games."""
    return [
        PersonGame(f"g{number}", 0, "classic", number, seats=2, rounds=1, heads=1, place=1)
        for number in range(first, first + count)
    ]


def test_each_game_is_added_once_for_each_person(rows: ElsewhereRows) -> None:
    assert rows.add("ana", games(300) + games(10)) == 300
    assert rows.add("ana", games(10, first=295)) == 5
    assert rows.add("bo", games(3)) == 3
    assert rows.of_person("ana") == games(305)
    rows.remove("ana")
    assert (rows.of_person("ana"), rows.of_person("bo")) == ([], games(3))


def test_the_database_sums_results_as_a_file_is_summed(rows: ElsewhereRows) -> None:
    rng = Random(1)
    drawn = [
        PersonGame(
            f"g{number}", 0, rng.choice(("", "classic", "daily", "kids")), number, seats=4,
            rounds=rng.randint(0, 9), heads=rng.randint(0, 99), place=rng.randint(1, 4),
        )
        for number in range(200)
    ]  # fmt: skip
    rows.add("ana", drawn)
    assert rows.totals("ana") == totals_of(drawn)
    assert rows.totals("bo") == totals_of([]) == []


def test_too_many_games_are_not_added(rows: ElsewhereRows) -> None:
    rows.add("ana", games(300))
    with pytest.raises(TooManyGamesError):
        rows.add("ana", games(MAX_GAMES, first=1))
    assert rows.of_person("ana") == games(300)


def test_games_go_along_with_a_guest_and_end_with_the_person(rows: ElsewhereRows, store: SqlStore) -> None:
    people = PeopleRows(store)
    rows.add("ana", games(2))
    rows.add("bo", games(2, first=1))
    guest = people.find("bo")
    store.writer.submit("", lambda each: add_browser(each, NewBrowser("new", "", 1), "ana", guest)).result()
    assert rows.of_person("ana") == games(3)
    people.erase("ana")
    assert rows.of_person("ana") == []
    assert rows.add("ana", games(1)) == 0
