"""Ties between people, which are erased or merged with their people."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from sixth.server.features.people.person import PersonTie
from sixth.server.store.people_schema import friend_invitations, friend_links, people, person_ties

_WEAKEST_FIRST: Final = ("asked", "declined", "friend", "blocked")
"""Kinds of ties. Of two ties between the same people, the stronger one stays."""


def ties_of(connection: Connection, person_id: str) -> Sequence[PersonTie]:
    """Return the friends of a person and those whom they have blocked, who are known to them by name."""
    query = (
        select(person_ties.c.kind, people.c.name, person_ties.c.at)
        .join(people, people.c.person_id == person_ties.c.other_id)
        .where(person_ties.c.person_id == person_id, person_ties.c.kind.in_(("friend", "blocked")))
        .order_by(person_ties.c.at, people.c.name)
    )
    return [PersonTie(*row) for row in connection.execute(query)]


def delete_ties(connection: Connection, person_id: str) -> None:
    """Delete all ties, links and invitations of a person, and those of others to that person."""
    friend_id = friend_invitations.c.friend_id
    connection.execute(delete(person_ties).where(_touches(person_id)))
    connection.execute(delete(friend_links).where(friend_links.c.person_id == person_id))
    touches = (friend_invitations.c.person_id == person_id) | (friend_id == person_id)
    connection.execute(delete(friend_invitations).where(touches))


def move_ties(connection: Connection, person_id: str, into: str) -> None:
    """Give the ties of a person to another, who may have ties to the same people; delete the rest."""
    both = _touches(person_id) | _touches(into)
    rows = connection.execute(select(person_ties).where(both)).all()
    delete_ties(connection, person_id)
    connection.execute(delete(person_ties).where(_touches(into)))
    for row in _merged(rows, person_id, into):
        connection.execute(insert(person_ties).values(**row))


def _merged(rows: Sequence[Any], person_id: str, into: str) -> Sequence[dict[str, Any]]:
    """Return the rows in which `into` stands for `person_id`, one for each pair of people."""
    ties: dict[tuple[str, str], dict[str, Any]] = {}
    for row in sorted(rows, key=lambda row: _WEAKEST_FIRST.index(row.kind)):
        one, other = (into if each == person_id else each for each in (row.person_id, row.other_id))
        if one != other:
            ties[one, other] = {**row._mapping, "person_id": one, "other_id": other}
    # Friends are friends in both directions; a block on either side ends it.
    friends = {pair for pair, tie in ties.items() if tie["kind"] == "friend"}
    return [tie for pair, tie in ties.items() if pair not in friends or pair[::-1] in friends]


def _touches(person_id: str) -> Any:
    return (person_ties.c.person_id == person_id) | (person_ties.c.other_id == person_id)
