"""Rows of the games of people in both kinds of database: results, and the people met."""

from functools import partial

import pytest
from sqlalchemy import insert

from sixth.server.features.people.game_rows import GameRows
from sixth.server.features.people.person import Opponent
from sixth.server.features.people.results import keep_results
from sixth.server.features.people.rows import PeopleRows
from sixth.server.store.people_schema import person_ties
from sixth.server.store.sql import SqlStore
from tests.server.support.ends import game_end
from tests.server.support.people import arrive


@pytest.fixture
def rows(store: SqlStore) -> GameRows:
    """Return the rows of a store with three people, who keep names like their ids, and a guest."""
    arrive(store, "ana", "bo", "cy", "guest")
    for each in ("ana", "bo", "cy"):
        PeopleRows(store).keep_name(each, each.title(), 1)
    return GameRows(store)


def keep(store: SqlStore, number: int, **names: str) -> None:
    """Keep the results of a game of these people under these names, the best first."""
    end = game_end(number, names)
    seats = [each._replace(name=names[each.name]) for each in end.seats]
    store.writer.submit("x", partial(keep_results, ends=[end._replace(seats=seats)])).result()


def tie(store: SqlStore, one: str, other: str, kind: str) -> None:
    """Tie one person to another."""
    values = {"person_id": one, "other_id": other, "kind": kind, "at": 1, "name": ""}
    job = insert(person_ties).values(**values)
    store.writer.submit("x", lambda connection: connection.execute(job)).result()


def test_people_met_have_the_names_that_they_had_at_the_tables(store: SqlStore, rows: GameRows) -> None:
    keep(store, 1, ana="Ana", bo="Nobody Special", guest="Guest")
    keep(store, 2, bo="Nobody Special", ana="Ana", cy="Cy")
    keep(store, 3, ana="A", bo="Bo at home")
    PeopleRows(store).keep_name("bo", "Bo the Great", 2)
    assert rows.opponents("ana", 9) == [
        Opponent("Nobody Special", None, 2, 1, 1),
        Opponent("Bo at home", None, 1, 1, 0),
        Opponent("Cy", None, 1, 1, 0),
    ]
    assert rows.names("bo") == {"Nobody Special": 2, "Bo at home": 1}


def test_friends_among_the_people_met_have_the_names_that_they_keep(store: SqlStore, rows: GameRows) -> None:
    keep(store, 1, ana="Ana", bo="Somebody Else")
    keep(store, 2, ana="Ana", bo="Yet Another")
    tie(store, "ana", "bo", "friend")
    tie(store, "bo", "ana", "friend")
    PeopleRows(store).keep_name("bo", "Bo the Great", 2)
    assert rows.opponents("ana", 9) == [Opponent("Bo the Great", 2, 2, 2, 0)]


@pytest.mark.parametrize(("one", "other"), [("ana", "bo"), ("bo", "ana")])
def test_nobody_with_a_block_in_either_direction_is_among_the_people_met(
    store: SqlStore, rows: GameRows, one: str, other: str
) -> None:
    keep(store, 1, ana="Ana", bo="Bo", cy="Cy")
    tie(store, one, other, "blocked")
    assert [each.name for each in rows.opponents("ana", 9)] == ["Cy"]


def test_no_result_is_kept_of_a_person_who_is_deleted_before_it_is_read(
    store: SqlStore, rows: GameRows
) -> None:
    PeopleRows(store).erase("bo")
    keep(store, 1, ana="Ana", bo="Bo")
    assert rows.of_person("bo") == []
    assert len(rows.of_person("ana")) == 1
    assert rows.opponents("ana", 9) == []
