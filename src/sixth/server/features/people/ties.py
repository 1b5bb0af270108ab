"""Ties between people, which are erased or merged with their people."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Select, case, delete, insert, literal, select, union_all, update

from sixth.server.features.people.person import PersonTie
from sixth.server.store.people_schema import (
    friend_invitations,
    friend_links,
    people,
    person_mutes,
    person_reports,
    person_seats,
    person_ties,
)

_WEAKEST_FIRST: Final = ("asked", "declined", "friend", "blocked")
"""Kinds of ties. Of two ties between the same people, the stronger one stays."""


TIE_NAME: Final = case((person_ties.c.kind == "blocked", person_ties.c.name), else_=people.c.name)
"""The name of the person to whom somebody has a tie, as far as it is theirs to know."""


def ties_of(connection: Connection, person_id: str) -> Sequence[PersonTie]:
    """Return the friends of a person and those whom they have blocked, muted or reported, by known names."""
    mutes, reports = person_mutes.c, person_reports.c
    ties = (
        select(person_ties.c.kind, TIE_NAME, person_ties.c.at)
        .join(people, people.c.person_id == person_ties.c.other_id)
        .where(person_ties.c.person_id == person_id, person_ties.c.kind.in_(("friend", "blocked")))
    )
    muted = select(literal("muted"), mutes.name, mutes.at).where(mutes.person_id == person_id)
    reported = select(literal("reported"), reports.name, reports.at).where(reports.by_id == person_id)
    rows = connection.execute(union_all(ties, muted, reported)).all()
    return sorted((PersonTie(*row) for row in rows), key=lambda tie: (tie.since, tie.name))


def tables_with_blocks(person_id: str) -> Select[Any]:
    """Return the query for the tables of all whom a person has blocked, or who have blocked that person."""
    own, blocked = person_ties.c.person_id == person_id, person_ties.c.kind == "blocked"
    theirs = person_ties.c.other_id == person_id
    others = select(person_ties.c.other_id).where(own, blocked)
    return select(person_seats.c.table_id).where(
        person_seats.c.person_id.in_(others.union(select(person_ties.c.person_id).where(theirs, blocked)))
    )


def delete_ties(connection: Connection, person_id: str) -> None:
    """Delete all ties, mutes, links and invitations of a person, and those of others to that person.

    Reports about the person are deleted; those that the person has made stay, without the person.
    """
    friend_id = friend_invitations.c.friend_id
    connection.execute(delete(person_ties).where(_touches(person_id)))
    connection.execute(delete(friend_links).where(friend_links.c.person_id == person_id))
    touches = (friend_invitations.c.person_id == person_id) | (friend_id == person_id)
    connection.execute(delete(friend_invitations).where(touches))
    mutes, reports = person_mutes.c, person_reports.c
    either = (mutes.person_id == person_id) | (mutes.other_id == person_id)
    connection.execute(delete(person_mutes).where(either))
    connection.execute(delete(person_reports).where(reports.person_id == person_id))
    connection.execute(update(person_reports).where(reports.by_id == person_id).values(by_id=""))


def move_ties(connection: Connection, person_id: str, into: str) -> None:
    """Give the ties of a person to another, who may have ties to the same people; delete the rest."""
    _move_mutes_and_reports(connection, person_id, into)
    both = _touches(person_id) | _touches(into)
    rows = connection.execute(select(person_ties).where(both)).all()
    delete_ties(connection, person_id)
    connection.execute(delete(person_ties).where(_touches(into)))
    for row in _merged(rows, person_id, into):
        connection.execute(insert(person_ties).values(**row))


def _move_mutes_and_reports(connection: Connection, person_id: str, into: str) -> None:
    for table, column, other in (
        (person_mutes, "person_id", "other_id"),
        (person_mutes, "other_id", "person_id"),
        (person_reports, "person_id", "by_id"),
        (person_reports, "by_id", "person_id"),
    ):
        if table is person_mutes:
            known = select(person_mutes.c[other]).where(person_mutes.c[column] == into)
            twice = (person_mutes.c[column] == person_id) & person_mutes.c[other].in_(known)
            connection.execute(delete(person_mutes).where(twice))
        same = update(table).where(table.c[column] == person_id, table.c[other] != into)
        connection.execute(same.values({column: into}))


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
