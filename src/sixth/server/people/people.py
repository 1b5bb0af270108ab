"""The people of a site, and the transactions in which the modules about them read and write."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection

from sixth.server.core.wall_clock import Now
from sixth.server.people.host_actions import mute_of
from sixth.server.people.merging import Merge
from sixth.server.people.mutes import muted_by
from sixth.server.people.person import Visitor, note_seen, person_at_seat, person_of_browser, seat_id
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import hash_token

COOKIE: Final = "sixth-you"
"""The cookie with the secret of a browser with a person."""

P = ParamSpec("P")
T = TypeVar("T")

_NOTE_MS: Final = 60 * 1000
"""Milliseconds between two notes that a browser is here."""

_MAX_NOTED: Final = 10_000


class People:
    """The people of a site; `merges` hand over what features keep of those who become others."""

    def __init__(self, store: SqlStore, now: Now, merges: Sequence[Merge]) -> None:
        self.now, self.merges = now, merges
        self._store = store
        self._noted: dict[str, int] = {}
        # Receives a person, by id, whom a friend invites, the friend's name and the table; returns at once.
        self.on_invited: Callable[[str, str, str], None] = lambda person_id, name, table_id: None

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a query."""
        return await asyncio.to_thread(
            self._store.read, lambda connection: query(connection, *args, **kwargs)
        )

    async def write(
        self, key: str, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Make a change in a transaction; return its result once it is on disk.

        A commit of many changes makes them in the order of their keys (`store.writer`).
        """
        job = self._store.writer.submit(key, lambda connection: change(connection, *args, **kwargs))
        return await asyncio.wrap_future(job)

    async def visitor(self, secret: str | None) -> Visitor | None:
        """Return the visitor with this secret; None if its browser has no person."""
        person = None if secret is None else await self.read(person_of_browser, hash_token(secret))
        return Visitor(person, secret) if person and secret else None

    async def see(self, visitor: Visitor) -> None:
        """Note that a visitor is here now, once a minute."""
        proof, now = hash_token(visitor.secret), self.now()
        if now - self._noted.get(proof, 0) >= _NOTE_MS:
            if len(self._noted) >= _MAX_NOTED:
                self._noted.clear()
            self._noted[proof] = now
            await self.write(proof, note_seen, proof, now)

    async def muted(self, secret: str | None, table_id: str, token: str | None) -> Collection[str]:
        """Return the people, by id, whose chat a browser with this secret or a seat's token does not see."""
        if secret is None and token is None:
            return ()
        return await self.read(muted_by, secret or "", table_id, token or "")

    async def speaker(self, table_id: str, proof: str) -> str:
        """Return the person, by id, who has the seat with this hash of a token, or what stands for one.

        Raises:
            Forbidden: a host has muted them.
        """
        person = await self.read(person_at_seat, table_id, proof)
        if person is not None and (mute := mute_of(person, self.now())):
            raise mute
        return person.id if person else seat_id(proof)
