"""Rows of the games of people in both kinds of database: results, and the people met."""

from collections.abc import Sequence
from functools import partial

import pytest
from sqlalchemy import insert

from sixth.server.features.profile.game import Opponent
from sixth.server.features.profile.games import games_of, keep_results, names_of, opponents_of
from sixth.server.people.erasure import erase
from sixth.server.people.names import keep_name
from sixth.server.people.tables import person_ties
from sixth.server.store.sql import SqlStore
from tests.server.support.ends import game_end
from tests.server.support.people import arrive, read, write


@pytest.fixture
def people(store: SqlStore) -> SqlStore:
    """Return a store with three people, who keep names like their ids, and a guest."""
    arrive(store, "ana", "bo", "cy", "guest")
    for each in ("ana", "bo", "cy"):
        write(store, keep_name, each, each.title(), 1)
    return store


def opponents(store: SqlStore, person_id: str) -> Sequence[Opponent]:
    """Return those whom a person has met."""
    return read(store, opponents_of, person_id)


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


def test_people_met_have_the_names_that_they_had_at_the_tables(people: SqlStore) -> None:
    keep(people, 1, ana="Ana", bo="Nobody Special", guest="Guest")
    keep(people, 2, bo="Nobody Special", ana="Ana", cy="Cy")
    keep(people, 3, ana="A", bo="Bo at home")
    write(people, keep_name, "bo", "Bo the Great", 2)
    assert opponents(people, "ana") == [
        Opponent("Nobody Special", None, 2, 1, 1),
        Opponent("Bo at home", None, 1, 1, 0),
        Opponent("Cy", None, 1, 1, 0),
    ]
    assert read(people, names_of, "bo") == {
        "Nobody Special": 2,
        "Bo at home": 1,
    }


def test_friends_among_the_people_met_have_the_names_that_they_keep(people: SqlStore) -> None:
    keep(people, 1, ana="Ana", bo="Somebody Else")
    keep(people, 2, ana="Ana", bo="Yet Another")
    tie(people, "ana", "bo", "friend")
    tie(people, "bo", "ana", "friend")
    write(people, keep_name, "bo", "Bo the Great", 2)
    assert opponents(people, "ana") == [Opponent("Bo the Great", 2, 2, 2, 0)]


@pytest.mark.parametrize(("one", "other"), [("ana", "bo"), ("bo", "ana")])
def test_nobody_with_a_block_in_either_direction_is_among_the_people_met(
    people: SqlStore, one: str, other: str
) -> None:
    keep(people, 1, ana="Ana", bo="Bo", cy="Cy")
    tie(people, one, other, "blocked")
    assert [each.name for each in opponents(people, "ana")] == ["Cy"]


def test_no_result_is_kept_of_a_person_who_is_deleted_before_it_is_read(
    people: SqlStore,
) -> None:
    write(people, erase, "bo")
    keep(people, 1, ana="Ana", bo="Bo")
    assert read(people, games_of, "bo") == []
    assert len(read(people, games_of, "ana")) == 1
    assert opponents(people, "ana") == []
