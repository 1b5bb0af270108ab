"""Mutes: whose chat people do not see, at any table."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, exists, func, select, union

from sixth.server.people.person import is_seat
from sixth.server.people.tables import person_mutes, person_ties
from sixth.server.store.people_schema import hand_over, lock_people, people, person_browsers, person_seats
from sixth.server.store.schema import insert_new, sayable
from sixth.server.table.identity import hash_token

_NUMBER_LENGTH: Final = 16


class OtherPerson(NamedTuple):
    """Another person, by id and by the name that is known of them."""

    id: str
    name: str


def muted_by(connection: Connection, secret: str, table_id: str, token: str) -> Collection[str]:
    """Return whose chat a person does not see, by a browser's secret or a seat's token, "" for none."""
    if not sayable(table_id):
        return ()
    here = (person_seats.c.table_id == table_id) & (person_seats.c.proof == hash_token(token))
    viewer = union(
        select(person_browsers.c.person_id).where(person_browsers.c.proof == hash_token(secret)),
        select(person_seats.c.person_id).where(here),
    )
    query = select(person_mutes.c.other_id).where(person_mutes.c.person_id.in_(viewer))
    return set(connection.execute(query).scalars())


def muted_of(connection: Connection, person_id: str) -> Collection[str]:
    """Return whose chat a person does not see, by id."""
    query = select(person_mutes.c.other_id).where(person_mutes.c.person_id == person_id)
    return set(connection.execute(query).scalars())


def mutes_of(connection: Connection, person_id: str) -> Sequence[OtherPerson]:
    """Return whose chat a person does not see, the latest first, by the names that they had at their tables.

    Friends have the names that they keep. Each has a number for `hear` in place of the id, which would lead
    to the page of somebody who sat at a table under another name.
    """
    return [each._replace(id=_number(person_id, each.id)) for each in _mutes(connection, person_id)]


def friends_heard(connection: Connection, person_id: str) -> Sequence[OtherPerson]:
    """Return the friends of a person whose chat the person sees, by name."""
    muted = exists().where(
        person_mutes.c.person_id == person_id, person_mutes.c.other_id == person_ties.c.other_id
    )
    query = (
        select(people.c.person_id, people.c.name)
        .join(person_ties, person_ties.c.other_id == people.c.person_id)
        .where(person_ties.c.person_id == person_id, person_ties.c.kind == "friend", ~muted)
        .order_by(people.c.name)
    )
    return [OtherPerson(*row) for row in connection.execute(query)]


def mute(connection: Connection, person_id: str, other: OtherPerson, now: int) -> None:
    """Have a person not see the chat of another, who is there, or of a seat that is no person's."""
    ids = {person_id} if is_seat(other.id) else {person_id, other.id}
    if lock_people(connection, ids):
        muted = None if is_seat(other.id) else other.id
        pair = {"person_id": person_id, "other_id": other.id, "muted_id": muted}
        insert_new(connection, person_mutes, **pair, name=other.name, at=now)


def mute_friend(connection: Connection, person_id: str, friend_id: str, now: int) -> None:
    """Have a person not see the chat of a friend; without such a friend nothing changes."""
    for friend in friends_heard(connection, person_id):
        if friend.id == friend_id:
            mute(connection, person_id, friend, now)


def unmute(connection: Connection, person_id: str, other_id: str) -> None:
    """Have a person see the chat of another again; without such a mute nothing changes."""
    same = (person_mutes.c.person_id == person_id) & (person_mutes.c.other_id == other_id)
    connection.execute(delete(person_mutes).where(same))


def hear(connection: Connection, person_id: str, number: str) -> None:
    """Have a person see the chat again of the one with this number in `mutes_of`; nothing without one."""
    for each in _mutes(connection, person_id):
        if _number(person_id, each.id) == number:
            unmute(connection, person_id, each.id)


def merge_mutes(connection: Connection, person_id: str, into: str) -> None:
    """Give the mutes by and of a person to another; nobody mutes themselves."""
    mutes = person_mutes.c
    hand_over(connection, mutes.person_id, person_id, into, mutes.other_id != into)
    hand_over(connection, mutes.other_id, person_id, into, mutes.person_id != into)
    hand_over(connection, mutes.muted_id, person_id, into, mutes.other_id == into)


def _mutes(connection: Connection, person_id: str) -> Sequence[OtherPerson]:
    relation = (person_ties.c.person_id == person_id) & (person_ties.c.other_id == person_mutes.c.other_id)
    name = func.coalesce(people.c.name, person_mutes.c.name)
    query = (
        select(person_mutes.c.other_id, name)
        .outerjoin(person_ties, relation & (person_ties.c.kind == "friend"))
        .outerjoin(people, people.c.person_id == person_ties.c.other_id)
        .where(person_mutes.c.person_id == person_id)
        .order_by(person_mutes.c.at.desc(), person_mutes.c.other_id)
    )
    return [OtherPerson(*row) for row in connection.execute(query)]


def _number(person_id: str, other_id: str) -> str:
    """Return the number of another in a person's list, which tells nothing of their id."""
    return hash_token(f"{person_id} {other_id}")[:_NUMBER_LENGTH]
