"""Rows of friends in the database: their ties, links and invitations."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal

from sqlalchemy import Connection, delete, insert, select, update

from sixth.server.features.friends.friend import Acquaintance, Companion, FriendLink, Invitation
from sixth.server.features.friends.tables import friend_invitations, friend_links
from sixth.server.people.relations import OTHER_NAME
from sixth.server.people.tables import person_ties
from sixth.server.store.people_schema import lock_people, people, person_seats
from sixth.server.store.schema import sayable
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import StoreRows

TieKind = Literal["asked", "declined", "friend", "blocked"]
"""The kind of a tie from one person to another, as in `person_ties`."""

SHORT: Final = 16
"""Letters of the hash of a seat's token that name its person on the page of the table."""

_MAX_SHOWN: Final = 200
"""People in each list, those of the latest ties."""


class FriendRows(StoreRows):
    """The friends of the people of a site."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    # -------------------------------------------------------------- reading

    def of_kind(self, person_id: str, kind: TieKind) -> Sequence[Acquaintance]:
        """Return the people to whom a person has ties of this kind; the blocked by the names of that time."""
        return self._people(person_ties.c.other_id, person_ties.c.person_id == person_id, kind)

    def asking(self, person_id: str) -> Sequence[Acquaintance]:
        """Return the people who ask a person to be friends."""
        return self._people(person_ties.c.person_id, person_ties.c.other_id == person_id, "asked")

    def tie(self, person_id: str, other_id: str) -> TieKind | None:
        """Return the kind of tie that one person has to another."""
        if not sayable(person_id + other_id):
            return None
        return self._read(lambda connection: _tie(connection, person_id, other_id))  # type: ignore[no-any-return]

    def companions(self, person_id: str, table_id: str, proofs: Collection[str]) -> Sequence[Companion]:
        """Return the others with names at a table, by the hashes of its tokens, whom a person may ask."""
        own = (person_ties.c.person_id == person_id) & (person_ties.c.other_id == people.c.person_id)
        query = (
            select(person_seats.c.proof, people.c.person_id, person_ties.c.kind)
            .join(people, people.c.person_id == person_seats.c.person_id)
            .outerjoin(person_ties, own)
            .where(person_seats.c.table_id == table_id, person_seats.c.proof.in_(proofs))
            .where(people.c.name != "", people.c.person_id != person_id)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [
            Companion(row.proof[:SHORT], row.person_id, row.kind is not None)
            for row in rows
            if row.kind not in ("friend", "blocked")
        ]

    def seats_at(self, tables: Collection[str], person_ids: Collection[str]) -> Mapping[tuple[str, str], str]:
        """Return the seats of these people at these tables: whose they are, by table and hash of a token."""
        here = person_seats.c.table_id.in_(tables) & person_seats.c.person_id.in_(person_ids)
        rows = self._read(lambda connection: connection.execute(select(person_seats).where(here)).all())
        return {(row.table_id, row.proof): row.person_id for row in rows}

    # -------------------------------------------------------------- becoming friends, and ceasing to be

    def ask(self, person_id: str, other_id: str, now: int) -> None:
        """Keep the request of a person to be friends with another; two who ask each other become friends.

        A request to somebody who has blocked the person looks the same to the person, and the other never
        sees it.
        """

        def write(connection: Connection) -> None:
            if not _lock(connection, person_id, other_id):
                return
            own, back = _tie(connection, person_id, other_id), _tie(connection, other_id, person_id)
            if back in ("asked", "declined"):
                _befriend(connection, person_id, other_id, now)
            elif own is None or own == "blocked":
                kind: TieKind = "declined" if back == "blocked" else "asked"
                _set(connection, person_id, other_id, kind, now)

        self._submit(person_id, write)

    def accept(self, person_id: str, other_id: str, now: int) -> None:
        """Make a person a friend of another who asks for it."""

        def write(connection: Connection) -> None:
            if _lock(connection, person_id, other_id) and _tie(connection, other_id, person_id) == "asked":
                _befriend(connection, person_id, other_id, now)

        self._submit(person_id, write)

    def decline(self, person_id: str, other_id: str) -> None:
        """Hide the request of another from a person; the other does not notice."""
        self._submit(person_id, lambda connection: _decline(connection, person_id, other_id))

    def remove(self, person_id: str, other_id: str) -> None:
        """End a friendship."""

        def write(connection: Connection) -> None:
            _lock(connection, person_id, other_id)
            _part(connection, person_id, other_id)

        self._submit(person_id, write)

    def block(self, person_id: str, other_id: str, now: int) -> None:
        """Block a friend of a person, or somebody who asks to be one; do nothing to others."""

        def write(connection: Connection) -> None:
            if not _lock(connection, person_id, other_id):
                return
            is_known = _tie(connection, person_id, other_id) == "friend"
            if is_known or _tie(connection, other_id, person_id) == "asked":
                _part(connection, person_id, other_id)
                _decline(connection, person_id, other_id)
                _set(connection, person_id, other_id, "blocked", now)

        self._submit(person_id, write)

    def unblock(self, person_id: str, other_id: str) -> None:
        """End the block of a person."""
        blocked = _pair(person_id, other_id) & (person_ties.c.kind == "blocked")
        self._submit(person_id, lambda connection: connection.execute(delete(person_ties).where(blocked)))

    # -------------------------------------------------------------- links

    def make_link(self, link: FriendLink, *, until: int, now: int) -> None:
        """Keep a link `until` that time, in place of the one that its person made before."""

        def write(connection: Connection) -> None:
            over = (friend_links.c.person_id == link.person_id) | (friend_links.c.until <= now)
            connection.execute(delete(friend_links).where(over))
            if lock_people(connection, (link.person_id,)):
                connection.execute(insert(friend_links).values(**link._asdict(), until=until))

        self._submit(link.person_id, write)

    def link_of(self, person_id: str, now: int) -> FriendLink | None:
        """Return the link that a person has made, unless it is used or too old."""
        return self._link(friend_links.c.person_id == person_id, now)

    def link(self, proof: str, now: int) -> FriendLink | None:
        """Return the link whose secret has this hash, unless it is used or too old."""
        return self._link(friend_links.c.proof == proof, now)

    def use_link(self, link: FriendLink, person_id: str, now: int) -> bool:
        """Make a person a friend of the person who made a link; return False if the link is not for them."""

        def write(connection: Connection) -> bool:
            is_there = _lock(connection, person_id, link.person_id)
            if not is_there or _tie(connection, link.person_id, person_id) == "blocked":
                return False
            same = (friend_links.c.proof == link.proof) & (friend_links.c.until > now)
            if not connection.execute(delete(friend_links).where(same)).rowcount:
                return False
            _befriend(connection, person_id, link.person_id, now)
            return True

        return bool(self._submit(link.person_id, write))

    # -------------------------------------------------------------- invitations

    def invite(self, person_id: str, friend_id: str, table_id: str, *, until: int, now: int) -> bool:
        """Keep the invitation of a friend to a table, in place of the last one; others get none.

        Return whether the friend had no invitation by this person just now.
        """

        def write(connection: Connection) -> bool:
            same = friend_invitations.c.person_id == person_id, friend_invitations.c.friend_id == friend_id
            last = select(friend_invitations.c.until).where(*same, friend_invitations.c.until > now)
            is_new = connection.scalar(last) is None
            connection.execute(delete(friend_invitations).where(*same))
            connection.execute(delete(friend_invitations).where(friend_invitations.c.until <= now))
            if _lock(connection, person_id, friend_id) and _tie(connection, person_id, friend_id) == "friend":
                values = {"person_id": person_id, "friend_id": friend_id, "table_id": table_id}
                connection.execute(insert(friend_invitations).values(**values, until=until))
                return is_new
            return False

        return bool(self._submit(person_id, write))

    def invitations(self, person_id: str, now: int) -> Sequence[Invitation]:
        """Return the invitations of a person by friends."""
        query = (
            select(people.c.name, people.c.mark, friend_invitations.c.table_id)
            .join(people, people.c.person_id == friend_invitations.c.person_id)
            .where(friend_invitations.c.friend_id == person_id, friend_invitations.c.until > now)
            .order_by(friend_invitations.c.until.desc())
            .limit(_MAX_SHOWN)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [Invitation(*row) for row in rows]

    def invited(self, person_id: str, table_id: str, now: int) -> Collection[str]:
        """Return the friends whom a person has invited to a table."""
        query = select(friend_invitations.c.friend_id).where(
            friend_invitations.c.person_id == person_id,
            friend_invitations.c.table_id == table_id,
            friend_invitations.c.until > now,
        )
        return set(self._read(lambda connection: connection.execute(query).scalars().all()))

    # -------------------------------------------------------------- inside

    def _people(self, column: Any, where: Any, kind: TieKind) -> Sequence[Acquaintance]:
        query = (
            select(people.c.person_id, OTHER_NAME, people.c.mark, people.c.shown, people.c.seen_at)
            .join(person_ties, column == people.c.person_id)
            .where(where, person_ties.c.kind == kind)
            .order_by(person_ties.c.at.desc(), people.c.person_id)
            .limit(_MAX_SHOWN)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [Acquaintance(*row) for row in rows]

    def _link(self, where: Any, now: int) -> FriendLink | None:
        columns = [friend_links.c[name] for name in FriendLink._fields]
        query = select(*columns).where(where, friend_links.c.until > now)
        row = self._read(lambda connection: connection.execute(query).first())
        return None if row is None else FriendLink(*row)

    def _submit(self, key: str, write: Any) -> Any:
        return self._writer.submit(key, write).result()


def _lock(connection: Connection, *person_ids: str) -> bool:
    """Keep others from changing these people's ties; return whether all are there and keep names."""
    return len(set(person_ids)) == len(person_ids) and lock_people(connection, person_ids, named=True)


def _pair(person_id: str, other_id: str) -> Any:
    return (person_ties.c.person_id == person_id) & (person_ties.c.other_id == other_id)


def _tie(connection: Connection, person_id: str, other_id: str) -> Any:
    return connection.scalar(select(person_ties.c.kind).where(_pair(person_id, other_id)))


def _set(connection: Connection, person_id: str, other_id: str, kind: TieKind, now: int) -> None:
    connection.execute(delete(person_ties).where(_pair(person_id, other_id)))
    kept = select(people.c.name).where(people.c.person_id == other_id).scalar_subquery()
    name = kept if kind == "blocked" else ""
    values = {"person_id": person_id, "other_id": other_id, "kind": kind, "at": now, "name": name}
    connection.execute(insert(person_ties).values(**values))


def _befriend(connection: Connection, person_id: str, other_id: str, now: int) -> None:
    _set(connection, person_id, other_id, "friend", now)
    _set(connection, other_id, person_id, "friend", now)


def _part(connection: Connection, person_id: str, other_id: str) -> None:
    """End the friendship of two people, and their invitations."""
    invitations = friend_invitations.c
    for one, other in ((person_id, other_id), (other_id, person_id)):
        friend = _pair(one, other) & (person_ties.c.kind == "friend")
        connection.execute(delete(person_ties).where(friend))
        invited = (invitations.person_id == one) & (invitations.friend_id == other)
        connection.execute(delete(friend_invitations).where(invited))


def _decline(connection: Connection, person_id: str, other_id: str) -> None:
    asked = _pair(other_id, person_id) & (person_ties.c.kind == "asked")
    connection.execute(update(person_ties).where(asked).values(kind="declined"))
