"""Friendships and blocks: how they begin and end, and who has them.

A person's requests, friendships and blocks are relations to others (`person_ties`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from sixth.server.features.friends.tables import friend_invitations
from sixth.server.people.relations import OTHER_NAME
from sixth.server.people.tables import person_ties
from sixth.server.store.people_schema import lock_people, people, person_seats
from sixth.server.store.schema import sayable

RelationKind = Literal["asked", "declined", "friend", "blocked"]
"""The kind of a relation of one person to another, as in `person_ties`."""

SHORT: Final = 16
"""Letters of the hash of a seat's token that name its person on the page of the table."""

_MAX_SHOWN: Final = 200
"""People in each list, those of the latest relations."""


class Acquaintance(NamedTuple):
    """A person with a name to whom another has a relation.

    They were here last at `seen_at` (milliseconds since 1970, UTC); `shown` says who may see their page.
    """

    id: str
    name: str
    mark: int
    shown: str
    seen_at: int


class Companion(NamedTuple):
    """Another person at a table who keeps a name: their `name` and `short` name there, and their id.

    `asked` is whether the viewer has asked them to be friends.
    """

    short: str
    person_id: str
    asked: bool
    name: str = ""


# ------------------------------------------------------------------ reading


def people_of_kind(connection: Connection, person_id: str, kind: RelationKind) -> Sequence[Acquaintance]:
    """Return the people to whom a person has relations of this kind; the blocked by old names."""
    return _people(connection, person_ties.c.other_id, person_ties.c.person_id == person_id, kind)


def people_asking(connection: Connection, person_id: str) -> Sequence[Acquaintance]:
    """Return the people who ask a person to be friends."""
    return _people(connection, person_ties.c.person_id, person_ties.c.other_id == person_id, "asked")


def relation(connection: Connection, person_id: str, other_id: str) -> RelationKind | None:
    """Return the kind of relation that one person has to another."""
    if not sayable(person_id + other_id):
        return None
    kind: RelationKind | None = connection.scalar(
        select(person_ties.c.kind).where(_pair(person_id, other_id))
    )
    return kind


def companions_at(
    connection: Connection, person_id: str, table_id: str, proofs: Collection[str]
) -> Sequence[Companion]:
    """Return the others with names at a table, by the hashes of its tokens, whom a person may ask."""
    own = (person_ties.c.person_id == person_id) & (person_ties.c.other_id == people.c.person_id)
    query = (
        select(person_seats.c.proof, people.c.person_id, person_ties.c.kind)
        .join(people, people.c.person_id == person_seats.c.person_id)
        .outerjoin(person_ties, own)
        .where(person_seats.c.table_id == table_id, person_seats.c.proof.in_(proofs))
        .where(people.c.name != "", people.c.person_id != person_id)
    )
    return [
        Companion(row.proof[:SHORT], row.person_id, row.kind is not None)
        for row in connection.execute(query)
        if row.kind not in ("friend", "blocked")
    ]


def seats_at(
    connection: Connection, tables: Collection[str], person_ids: Collection[str]
) -> Mapping[tuple[str, str], str]:
    """Return the seats of these people at these tables: whose they are, by table and hash of a token."""
    here = person_seats.c.table_id.in_(tables) & person_seats.c.person_id.in_(person_ids)
    rows = connection.execute(select(person_seats).where(here))
    return {(row.table_id, row.proof): row.person_id for row in rows}


# ------------------------------------------------------------------ changes, which all have these arguments


def ask(connection: Connection, person_id: str, other_id: str, now: int) -> None:
    """Keep the request of a person to be friends with another; two who ask each other become friends.

    A request to somebody who has blocked the person looks the same to the person, and the other never sees
    it.
    """
    if not lock_pair(connection, person_id, other_id):
        return
    own, back = relation(connection, person_id, other_id), relation(connection, other_id, person_id)
    if back in ("asked", "declined"):
        befriend(connection, person_id, other_id, now)
    elif own is None or own == "blocked":
        _set(connection, person_id, other_id, "declined" if back == "blocked" else "asked", now)


def accept(connection: Connection, person_id: str, other_id: str, now: int) -> None:
    """Make a person a friend of another who asks for it."""
    if lock_pair(connection, person_id, other_id) and relation(connection, other_id, person_id) == "asked":
        befriend(connection, person_id, other_id, now)


def decline(connection: Connection, person_id: str, other_id: str, _now: int) -> None:
    """Hide the request of another from a person; the other does not notice."""
    asked = _pair(other_id, person_id) & (person_ties.c.kind == "asked")
    connection.execute(update(person_ties).where(asked).values(kind="declined"))


def remove(connection: Connection, person_id: str, other_id: str, _now: int) -> None:
    """End a friendship, and its invitations."""
    lock_pair(connection, person_id, other_id)
    invitations = friend_invitations.c
    for one, other in ((person_id, other_id), (other_id, person_id)):
        friend = _pair(one, other) & (person_ties.c.kind == "friend")
        connection.execute(delete(person_ties).where(friend))
        invited = (invitations.person_id == one) & (invitations.friend_id == other)
        connection.execute(delete(friend_invitations).where(invited))


def block(connection: Connection, person_id: str, other_id: str, now: int) -> None:
    """Block a friend of a person, or somebody who asks to be one; do nothing to others."""
    if not lock_pair(connection, person_id, other_id):
        return
    is_friend = relation(connection, person_id, other_id) == "friend"
    if is_friend or relation(connection, other_id, person_id) == "asked":
        remove(connection, person_id, other_id, now)
        decline(connection, person_id, other_id, now)
        _set(connection, person_id, other_id, "blocked", now)


def unblock(connection: Connection, person_id: str, other_id: str, _now: int) -> None:
    """End the block of a person."""
    blocked = _pair(person_id, other_id) & (person_ties.c.kind == "blocked")
    connection.execute(delete(person_ties).where(blocked))


def lock_pair(connection: Connection, person_id: str, other_id: str) -> bool:
    """Keep others from changing these people's relations; return whether they are two who keep names."""
    return person_id != other_id and lock_people(connection, (person_id, other_id), named=True)


def befriend(connection: Connection, person_id: str, other_id: str, now: int) -> None:
    """Make two people friends, whatever they were to each other."""
    _set(connection, person_id, other_id, "friend", now)
    _set(connection, other_id, person_id, "friend", now)


# ------------------------------------------------------------------ inside


def _people(connection: Connection, column: Any, where: Any, kind: RelationKind) -> Sequence[Acquaintance]:
    query = (
        select(people.c.person_id, OTHER_NAME, people.c.mark, people.c.shown, people.c.seen_at)
        .join(person_ties, column == people.c.person_id)
        .where(where, person_ties.c.kind == kind)
        .order_by(person_ties.c.at.desc(), people.c.person_id)
        .limit(_MAX_SHOWN)
    )
    return [Acquaintance(*row) for row in connection.execute(query)]


def _pair(person_id: str, other_id: str) -> Any:
    return (person_ties.c.person_id == person_id) & (person_ties.c.other_id == other_id)


def _set(connection: Connection, person_id: str, other_id: str, kind: RelationKind, now: int) -> None:
    connection.execute(delete(person_ties).where(_pair(person_id, other_id)))
    kept = select(people.c.name).where(people.c.person_id == other_id).scalar_subquery()
    name = kept if kind == "blocked" else ""
    values = {"person_id": person_id, "other_id": other_id, "kind": kind, "at": now, "name": name}
    connection.execute(insert(person_ties).values(**values))
