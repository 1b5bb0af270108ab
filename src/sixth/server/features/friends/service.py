"""The friends of people on a site: links and requests, who is here and where, invitations, blocks."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from sixth.rules.game import NotNow
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.features.friends.friend import Acquaintance, Companion, Friend, FriendLink, Invitation
from sixth.server.features.friends.presence import Presence
from sixth.server.features.friends.rows import SHORT, FriendRows
from sixth.server.live.tables import Tables
from sixth.server.people.device_links import link_secret
from sixth.server.people.people import People
from sixth.server.people.person import Person, Visitor, check_named
from sixth.server.store.sql import SqlStore
from sixth.server.table.commands import no_seat
from sixth.server.table.identity import hash_token, new_id, seat_of
from sixth.server.table.state import Table

LINK_MS: Final = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a link of friends is good."""

INVITATION_MS: Final = 10 * 60 * 1000
"""Milliseconds for which an invitation is shown."""

HERE_MS: Final = 2 * 60 * 1000
"""Milliseconds for which a person counts as here after they opened a page or a game with them went on."""

TieChange = Literal["accept", "decline", "remove", "block", "unblock"]


class Friends:
    """The friends of people on a site."""

    def __init__(self, store: SqlStore, tables: Tables, people: People) -> None:
        self._rows, self._tables, self.presence = FriendRows(store), tables, Presence(people)

    def start(self) -> None:
        """Start the loop that notes who plays."""
        self.presence.start()

    async def close(self) -> None:
        """Stop the loop."""
        await self.presence.close()

    # -------------------------------------------------------------- who

    async def friends(self, person: Person) -> Sequence[Friend]:
        """Return the friends of a person: those at open tables first, then those who are here, by name."""
        rows = await asyncio.to_thread(self._rows.of_kind, person.id, "friend")
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

    async def asking(self, person: Person) -> Sequence[Acquaintance]:
        """Return the people who ask a person to be friends."""
        return await asyncio.to_thread(self._rows.asking, person.id)

    async def blocked(self, person: Person) -> Sequence[Acquaintance]:
        """Return the people whom a person has blocked."""
        return await asyncio.to_thread(self._rows.of_kind, person.id, "blocked")

    async def change(self, person: Person, other_id: str, change: TieChange) -> None:
        """Change the tie of a person to another; without a tie of that kind, nothing changes."""
        rows, now = self._rows, self._tables.now()
        if change == "accept":
            await asyncio.to_thread(rows.accept, person.id, other_id, now)
        elif change == "block":
            await asyncio.to_thread(rows.block, person.id, other_id, now)
        else:
            changes = {"decline": rows.decline, "remove": rows.remove, "unblock": rows.unblock}
            await asyncio.to_thread(changes[change], person.id, other_id)

    async def _open_tables(self, friends: Sequence[str]) -> Mapping[str, str]:
        """Return, for each of these people at an open table, that table."""
        tables = [table for table, _since in await self._tables.open_tables()]
        seats = await asyncio.to_thread(self._rows.seats_at, [table.id for table in tables], friends)
        proofs = [(table.id, proof) for table in tables for proof in _present(table)]
        return {seats[each]: each[0] for each in proofs if each in seats}

    # -------------------------------------------------------------- links

    async def make_link(self, visitor: Visitor) -> None:
        """Make a link by which one other person becomes a friend of a visitor who keeps a name.

        Raises:
            Refusal: the visitor keeps no name.
        """
        check_named(visitor.person)
        number, now = new_id(), self._tables.now()
        link = FriendLink(visitor.person.id, number, hash_token(link_secret(visitor.secret, number)))
        await asyncio.to_thread(self._rows.make_link, link, until=now + LINK_MS, now=now)

    async def link_of(self, visitor: Visitor) -> str | None:
        """Return the secret of the link that this browser has made, unless it is used or too old."""
        link = await asyncio.to_thread(self._rows.link_of, visitor.person.id, self._tables.now())
        secret = link and link_secret(visitor.secret, link.number)
        return secret if link and secret and hash_token(secret) == link.proof else None

    async def link(self, secret: str, visitor: Visitor | None) -> FriendLink:
        """Return the link with this secret, as far as it is for this visitor.

        Raises:
            NotFound: the link is used, too old, or never was, or its person has blocked the visitor.
        """
        link = await asyncio.to_thread(self._rows.link, hash_token(secret), self._tables.now())
        reader = visitor.person.id if visitor else ""
        tie = await asyncio.to_thread(self._rows.tie, link.person_id if link else "", reader)
        if link is None or tie == "blocked":
            raise _no_link()
        return link

    async def use_link(self, secret: str, visitor: Visitor) -> None:
        """Make a visitor a friend of the person who made a link.

        Raises:
            Refusal: the visitor keeps no name, or the link is not for them.
        """
        link = await self.link(secret, visitor)
        check_named(visitor.person)
        if not await asyncio.to_thread(self._rows.use_link, link, visitor.person.id, self._tables.now()):
            raise _no_link()

    # -------------------------------------------------------------- at a table

    async def companions(self, person: Person, table: Table) -> Sequence[Companion]:
        """Return the others who keep names at a table, whom a person may ask to be friends, by seat."""
        companions = await asyncio.to_thread(self._rows.companions, person.id, table.id, _present(table))
        names = {each.token[:SHORT]: each.sitter.name for each in table.seats if each.token and each.sitter}
        by_short = {each.short: each for each in companions}
        return [by_short[short]._replace(name=name) for short, name in names.items() if short in by_short]

    async def ask(self, person: Person, table: Table, short: str) -> None:
        """Ask another at a table, by their short name there, to be friends, after a game with them.

        Raises:
            Refusal: the person keeps no name, or has played no game there with such a person.
        """
        check_named(person)
        own = await asyncio.to_thread(self._rows.seats_at, [table.id], [person.id])
        # Newcomers after the game have no seat yet, only the promise of one.
        has_seat = any((table.id, proof) in own for proof in _present(table))
        if has_seat and table.playing:
            raise NotNow("not-now", "The game at this table still goes on.")
        others = await self.companions(person, table) if has_seat and table.state else ()
        other = next((each for each in others if each.short == short), None)
        if other is None:
            raise NotFound("no-companion", "They have left the table, or keep no name.")
        await asyncio.to_thread(self._rows.ask, person.id, other.person_id, self._tables.now())

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
        now = self._tables.now()
        until = now + INVITATION_MS
        return await asyncio.to_thread(
            self._rows.invite, person.id, friend_id, table.id, until=until, now=now
        )

    async def invited(self, person: Person, table_id: str) -> Collection[str]:
        """Return the friends whom a person has invited to a table."""
        return await asyncio.to_thread(self._rows.invited, person.id, table_id, self._tables.now())

    async def invitations(self, person: Person) -> Sequence[Invitation]:
        """Return the invitations of a person to tables with a seat for them."""
        rows = await asyncio.to_thread(self._rows.invitations, person.id, self._tables.now())
        return [each for each in rows if await self._has_seat_for(person, each.table_id)]

    async def _has_seat_for(self, person: Person, table_id: str) -> bool:
        try:
            table = await self._tables.get(table_id)
        except NoTableError:
            return False
        own = await asyncio.to_thread(self._rows.seats_at, [table_id], [person.id])
        return bool(table.vacant) and not any((table_id, proof) in own for proof in _present(table))


def _present(table: Table) -> Sequence[str]:
    """Return the hashes of the tokens of the people at a table."""
    return [token for token in table.tokens if token is not None]


def _no_link() -> NotFound:
    return NotFound("no-friend-link", "This link was used or is too old; ask for a new one.")
