"""The friends of people on a site, as far as tables matter: who is here and where, and who may be invited."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sixth.rules.game import NotNow
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.features.friends.friendships import (
    SHORT,
    Companion,
    ask,
    companions_at,
    people_of_kind,
    seats_at,
)
from sixth.server.features.friends.invitations import Invitation, invitations_to, keep_invitation
from sixth.server.features.friends.presence import Presence
from sixth.server.live.tables import Tables
from sixth.server.people.people import People
from sixth.server.people.person import Person, check_named
from sixth.server.table.commands import no_seat
from sixth.server.table.identity import seat_of
from sixth.server.table.state import Table

HERE_MS: Final = 2 * 60 * 1000
"""Milliseconds for which a person counts as here after they opened a page or a game with them went on."""


class Friend(NamedTuple):
    """A friend: whether a page shows their results, whether they are `here` now, and their open `table`."""

    id: str
    name: str
    mark: int
    has_page: bool
    here: bool
    table: str | None


class Friends:
    """The friends of people on a site."""

    def __init__(self, tables: Tables, people: People) -> None:
        self._people, self._tables, self.presence = people, tables, Presence(people)

    def start(self) -> None:
        """Start the loop that notes who plays."""
        self.presence.start()

    async def close(self) -> None:
        """Stop the loop."""
        await self.presence.close()

    # -------------------------------------------------------------- who

    async def friends(self, person: Person) -> Sequence[Friend]:
        """Return the friends of a person: those at open tables first, then those who are here, by name."""
        rows = await self._people.read(people_of_kind, person.id, "friend")
        tables = await self._open_tables([row.id for row in rows]) if rows else {}
        since = self._tables.now() - HERE_MS
        friends = [
            Friend(
                row.id,
                row.name,
                row.mark,
                has_page=row.shown != "hidden",
                here=row.id in tables or row.seen_at > since,
                table=tables.get(row.id),
            )
            for row in rows
        ]
        return sorted(friends, key=lambda each: (each.table is None, not each.here, each.name))

    async def _open_tables(self, friends: Sequence[str]) -> Mapping[str, str]:
        """Return, for each of these people at an open table, that table."""
        tables = [table for table, _since in await self._tables.open_tables()]
        seats = await self._people.read(seats_at, [table.id for table in tables], friends)
        proofs = [(table.id, proof) for table in tables for proof in _present(table)]
        return {seats[each]: each[0] for each in proofs if each in seats}

    # -------------------------------------------------------------- at a table

    async def companions(self, person: Person, table: Table) -> Sequence[Companion]:
        """Return the others who keep names at a table, whom a person may ask to be friends, by seat."""
        companions = await self._people.read(companions_at, person.id, table.id, _present(table))
        names = {each.token[:SHORT]: each.sitter.name for each in table.seats if each.token and each.sitter}
        by_short = {each.short: each for each in companions}
        return [by_short[short]._replace(name=name) for short, name in names.items() if short in by_short]

    async def ask(self, person: Person, table: Table, short: str) -> None:
        """Ask another at a table, by their short name there, to be friends, after a game with them.

        Raises:
            Refusal: the person keeps no name, or has played no game there with such a person.
        """
        check_named(person)
        own = await self._people.read(seats_at, [table.id], [person.id])
        # Newcomers after the game have no seat yet, only the promise of one.
        has_seat = any((table.id, proof) in own for proof in _present(table))
        if has_seat and table.playing:
            raise NotNow("not-now", "The game at this table still goes on.")
        others = await self.companions(person, table) if has_seat and table.state else ()
        other = next((each for each in others if each.short == short), None)
        if other is None:
            raise NotFound("no-companion", "They have left the table, or keep no name.")
        await self._people.write(person.id, ask, person.id, other.person_id, self._tables.now())

    async def invite(self, person: Person, friend_id: str, table: Table, token: str | None) -> bool:
        """Invite a friend to a table where the person has the seat that `token` proves.

        Return whether the friend is to be notified: not if the last invitation by this person is still shown.

        Raises:
            Refusal: the person has no seat there, or no seat is free.
        """
        if seat_of(table, token) is None:
            raise no_seat()
        if not table.vacant:
            raise NotNow("no-free-seat", "All seats are taken.")
        own, now = person.id, self._tables.now()
        return await self._people.write(own, keep_invitation, own, friend_id, table.id, now)

    async def invitations(self, person: Person) -> Sequence[Invitation]:
        """Return the invitations of a person to tables with a seat for them."""
        rows = await self._people.read(invitations_to, person.id, self._tables.now())
        return [each for each in rows if await self._has_seat_for(person, each.table_id)]

    async def _has_seat_for(self, person: Person, table_id: str) -> bool:
        try:
            table = await self._tables.get(table_id)
        except NoTableError:
            return False
        own = await self._people.read(seats_at, [table_id], [person.id])
        return bool(table.vacant) and not any((table_id, proof) in own for proof in _present(table))


def _present(table: Table) -> Sequence[str]:
    """Return the hashes of the tokens of the people at a table."""
    return [token for token in table.tokens if token is not None]
