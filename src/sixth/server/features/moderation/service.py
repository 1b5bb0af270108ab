"""Conduct on a site: whose chat people do not see."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from sixth.server.core.wall_clock import Now
from sixth.server.features.moderation.neighbour import Neighbour, OtherPerson
from sixth.server.features.moderation.rows import MuteRows
from sixth.server.people.person import Person, seat_id
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table

SHORT: Final = 16
"""Letters of the hash of a seat's token that name who has it on the page of the table."""


class Conduct:
    """The conduct of the people of a site."""

    def __init__(self, store: SqlStore, now: Now) -> None:
        self._mutes, self._now = MuteRows(store), now

    async def muted(self, secret: str | None, table_id: str, token: str | None) -> Collection[str]:
        """Return the people, by id, whose chat a browser with this secret or a seat's token does not see."""
        if secret is None and token is None:
            return ()
        proofs = [hash_token(each) if each else "" for each in (secret, token)]
        return await asyncio.to_thread(self._mutes.muted_by, proofs[0], table_id, proofs[1])

    async def neighbours(self, person: Person, table: Table) -> Mapping[int, Neighbour]:
        """Return the others at a table by seat, people and programs."""
        tokens = {seat: token for seat, token in enumerate(table.tokens) if token is not None}
        people = await asyncio.to_thread(self._mutes.people_at, table.id, list(tokens.values()))
        muted = await asyncio.to_thread(self._mutes.muted, person.id)
        ids = {seat: people.get(token) or seat_id(token) for seat, token in tokens.items()}
        return {
            seat: Neighbour(tokens[seat][:SHORT], other, other in muted)
            for seat, other in ids.items()
            if other != person.id
        }

    async def has_muted(self, person: Person, other_id: str) -> bool:
        """Return whether a person does not see the chat of another."""
        return other_id in await asyncio.to_thread(self._mutes.muted, person.id)

    async def mutes(self, person: Person) -> Sequence[OtherPerson]:
        """Return whose chat a person does not see, the latest first, each by a number for `hear`.

        Their ids would lead to the pages of people who sat at a table under another name.
        """
        mutes = await asyncio.to_thread(self._mutes.mutes, person.id)
        return [OtherPerson(_number(person, each.id), each.name) for each in mutes]

    async def export(self, person_id: str) -> Sequence[Mapping[str, object]]:
        """Return whom a person has muted or reported, for the file that they take along."""
        rows = await asyncio.to_thread(self._mutes.of_person, person_id)
        return [{"kind": kind, "name": name, "since": since} for kind, name, since in rows]

    async def hear(self, person: Person, number: str) -> None:
        """Have a person see the chat again of the one with this number in `mutes`; nothing without one."""
        for each in await asyncio.to_thread(self._mutes.mutes, person.id):
            if _number(person, each.id) == number:
                await self.unmute(person, each.id)

    async def friends_heard(self, person: Person) -> Sequence[OtherPerson]:
        """Return the friends of a person whose chat the person sees."""
        return await asyncio.to_thread(self._mutes.friends_heard, person.id)

    async def mute(self, person: Person, other: OtherPerson) -> None:
        """Have a person not see the chat of another, at any table."""
        await asyncio.to_thread(self._mutes.mute, person.id, other, self._now())

    async def mute_friend(self, person: Person, friend_id: str) -> None:
        """Have a person not see the chat of a friend; without such a friend nothing changes."""
        for friend in await self.friends_heard(person):
            if friend.id == friend_id:
                await self.mute(person, friend)

    async def unmute(self, person: Person, other_id: str) -> None:
        """Have a person see the chat of another again; without such a mute nothing changes."""
        await asyncio.to_thread(self._mutes.unmute, person.id, other_id)


def _number(person: Person, other_id: str) -> str:
    """Return the number of another in a person's list, which tells nothing of their id."""
    return hash_token(f"{person.id} {other_id}")[:SHORT]
