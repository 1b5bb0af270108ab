"""Relations between people: friends, requests to be friends, and blocks."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, delete, exists, insert, select

from sixth.server.people.tables import person_ties
from sixth.server.store.people_schema import people
from sixth.server.store.schema import sayable

_WEAKEST_FIRST: Final = ("asked", "declined", "friend", "blocked")
"""Kinds of relations. Of two between the same people, the stronger one stays."""


OTHER_NAME: Final = case((person_ties.c.kind == "blocked", person_ties.c.name), else_=people.c.name)
"""The name of the person to whom somebody has a relation, as far as it is theirs to know."""


class Relation(NamedTuple):
    """A person who is a `friend`, or `blocked` (`kind`), `since` then (ms since 1970)."""

    kind: str
    name: str
    since: int


def relations_of(connection: Connection, person_id: str) -> Sequence[Relation]:
    """Return the friends of a person and those whom they have blocked, by known names."""
    query = (
        select(person_ties.c.kind, OTHER_NAME, person_ties.c.at)
        .join(people, people.c.person_id == person_ties.c.other_id)
        .where(person_ties.c.person_id == person_id, person_ties.c.kind.in_(("friend", "blocked")))
    )
    relations = (Relation(*row) for row in connection.execute(query))
    return sorted(relations, key=lambda each: (each.since, each.name))


def are_friends(connection: Connection, person_id: str, other_id: str) -> bool:
    """Return whether two people are friends."""
    ties = person_ties.c
    both = (ties.person_id == person_id) & (ties.other_id == other_id) & (ties.kind == "friend")
    return sayable(other_id) and bool(connection.scalar(select(exists().where(both))))


def merge_relations(connection: Connection, person_id: str, into: str) -> None:
    """Give the relations of a person to another, who may have some to the same people; delete the rest."""
    both = _touches(person_id) | _touches(into)
    rows = connection.execute(select(person_ties).where(both)).all()
    connection.execute(delete(person_ties).where(both))
    for row in _merged(rows, person_id, into):
        connection.execute(insert(person_ties).values(**row))


def _merged(rows: Sequence[Any], person_id: str, into: str) -> Sequence[dict[str, Any]]:
    """Return the rows in which `into` stands for `person_id`, one for each pair of people."""
    merged: dict[tuple[str, str], dict[str, Any]] = {}
    for old in sorted(rows, key=lambda row: _WEAKEST_FIRST.index(row.kind)):
        one, other = (into if each == person_id else each for each in (old.person_id, old.other_id))
        if one != other:
            merged[one, other] = {**old._mapping, "person_id": one, "other_id": other}
    # Friends are friends in both directions; a block on either side ends it.
    friends = {pair for pair, row in merged.items() if row["kind"] == "friend"}
    return [row for pair, row in merged.items() if pair not in friends or pair[::-1] in friends]


def _touches(person_id: str) -> Any:
    return (person_ties.c.person_id == person_id) | (person_ties.c.other_id == person_id)
