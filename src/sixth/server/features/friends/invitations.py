"""Invitations of friends to tables; of each pair the last one counts, for some minutes."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from sixth.server.features.friends.friendships import lock_pair, relation
from sixth.server.features.friends.tables import friend_invitations
from sixth.server.store.people_schema import people

INVITATION_MS: Final = 10 * 60 * 1000
"""Milliseconds for which an invitation is shown."""

_MAX_SHOWN: Final = 200


class Invitation(NamedTuple):
    """An invitation to a table by the friend with this name and mark."""

    name: str
    mark: int
    table_id: str


def keep_invitation(connection: Connection, person_id: str, friend_id: str, table_id: str, now: int) -> bool:
    """Keep the invitation of a friend to a table, in place of the last one; others get none.

    Return whether the friend had no invitation by this person just now.
    """
    same = friend_invitations.c.person_id == person_id, friend_invitations.c.friend_id == friend_id
    last = select(friend_invitations.c.until).where(*same, friend_invitations.c.until > now)
    is_new = connection.scalar(last) is None
    connection.execute(delete(friend_invitations).where(*same))
    connection.execute(delete(friend_invitations).where(friend_invitations.c.until <= now))
    if not lock_pair(connection, person_id, friend_id):
        return False
    if relation(connection, person_id, friend_id) != "friend":
        return False
    until = now + INVITATION_MS
    values = {"person_id": person_id, "friend_id": friend_id, "table_id": table_id, "until": until}
    connection.execute(insert(friend_invitations).values(**values))
    return is_new


def invitations_to(connection: Connection, person_id: str, now: int) -> Sequence[Invitation]:
    """Return the invitations of a person, the latest first."""
    query = (
        select(people.c.name, people.c.mark, friend_invitations.c.table_id)
        .join(people, people.c.person_id == friend_invitations.c.person_id)
        .where(friend_invitations.c.friend_id == person_id, friend_invitations.c.until > now)
        .order_by(friend_invitations.c.until.desc())
        .limit(_MAX_SHOWN)
    )
    return [Invitation(*row) for row in connection.execute(query)]


def invited_to(connection: Connection, person_id: str, table_id: str, now: int) -> Collection[str]:
    """Return the friends, by id, whom a person has invited to a table."""
    query = select(friend_invitations.c.friend_id).where(
        friend_invitations.c.person_id == person_id,
        friend_invitations.c.table_id == table_id,
        friend_invitations.c.until > now,
    )
    return set(connection.execute(query).scalars())
