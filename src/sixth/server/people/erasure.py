"""The end of people, and the background loop that takes their names out of the logs of tables."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select, update

from sixth.rules.game import Refusal
from sixth.server.core.background import Background
from sixth.server.core.errors import NoTableError
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.people.people import People
from sixth.server.people.tables import erased_tables
from sixth.server.store.people_schema import people, person_seats
from sixth.server.store.schema import insert_new, log
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import dumps_event, loads_event
from sixth.server.table.events import Claimed, Sat
from sixth.server.table.identity import SOMEBODY
from sixth.server.table.site_commands import Withdraw

_HOUR_MS: Final = 60 * 60 * 1000
"""Milliseconds between two times that a process looks at people who are long gone."""

_OVERLAP_MS: Final = 60_000
"""Milliseconds that a process looks back for erased tables: others may have a slower commit or clock."""

_ERASED_MS: Final = 24 * 60 * 60 * 1000
"""Milliseconds for which processes can learn that a table has to be read again."""

_AT_ONCE: Final = 20


class Erasure(Background):
    """The loop: every process drops tables with erased names from its memory, one does the rest.

    People not seen for `forgotten_after` are erased, unless that is None.
    """

    interval_s = 5.0
    late, fault = "People are looked after later", "People cannot be looked after"

    def __init__(
        self, people: People, store: SqlStore, tables: Tables, forgotten_after: timedelta | None
    ) -> None:
        self._people, self._store, self._tables = people, store, tables
        self._forgotten_after = forgotten_after
        self._looked_at = tables.now()
        # There may have been an erasure before a restart.
        self._erasures, self._out_of_wal = 1, 0
        self._forgotten: Mapping[str, int] = {}

    async def erase(self, person_id: str) -> None:
        """Delete all of a person. Their name in the logs of tables becomes `SOMEBODY` soon afterwards."""
        await self._people.write(person_id, erase, person_id)
        self._erasures += 1
        self._wake.set()

    async def once(self) -> float | None:
        """See `Background.once`."""
        now = self._tables.now()
        seats = await self._people.read(_erased_seats, _AT_ONCE)
        for seat in seats:
            await self._erase_name(seat)
        await self._forget_tables()
        if seats:
            self._erasures += 1
            return 0.0
        erasures = self._erasures
        if self._out_of_wal < erasures and await asyncio.to_thread(self._store.empty_wal):
            self._out_of_wal = erasures
        if not await asyncio.to_thread(self._store.chores.claim, "people", now, _HOUR_MS):
            return None
        await self._people.write("people", _forget_erased, now)
        return 0.0 if await self._forget_people(now) else None

    async def _erase_name(self, seat: "_ErasedSeat") -> None:
        # First the person leaves and the others see the new name, then the old one goes from the log.
        with suppress(NoTableError, Refusal):
            withdraw = Withdraw(proof=seat.proof, name=SOMEBODY)
            await self._tables.door.carry_out(Sender(table_id=seat.table_id), withdraw)
        await self._people.write(seat.table_id, _erase_name, seat, self._tables.now())

    async def _forget_tables(self) -> None:
        """Drop the tables from whose logs a name was erased, by any process."""
        since, self._looked_at = self._looked_at - _OVERLAP_MS, self._tables.now()
        erased = await self._people.read(_erased_since, since)
        if new := [table for table, at in erased.items() if self._forgotten.get(table) != at]:
            self._tables.forget_names(new)
        self._forgotten = erased

    async def _forget_people(self, now: int) -> bool:
        """Erase some people who have not been back for long; return whether there were any."""
        if self._forgotten_after is None:
            return False
        before = now - round(self._forgotten_after.total_seconds() * 1000)
        people = await self._people.read(_not_seen_since, before, _AT_ONCE)
        for person_id in people:
            await self._people.write(person_id, erase, person_id)
            self._erasures += 1
        return bool(people)


def erase(connection: Connection, person_id: str) -> None:
    """Delete a person, but for the seats, which lead to their name in the logs of tables."""
    connection.execute(delete(people).where(people.c.person_id == person_id))


class _ErasedSeat(NamedTuple):
    """A seat whose person is deleted: its table and the hash of its token."""

    table_id: str
    proof: str


def _erased_seats(connection: Connection, most: int) -> Sequence[_ErasedSeat]:
    """Return up to `most` seats of people who are deleted."""
    query = select(person_seats.c.table_id, person_seats.c.proof)
    rows = connection.execute(query.where(person_seats.c.person_id.is_(None)).limit(most))
    return [_ErasedSeat(*row) for row in rows]


def _erase_name(connection: Connection, seat: _ErasedSeat, now: int) -> None:
    """Erase the name of a seat from the log of its table, and delete the row about it."""
    this_log = log.c.table_id == seat.table_id
    names_seat = log.c.happening.contains(seat.proof)
    rows = connection.execute(select(log.c.version, log.c.happening).where(this_log, names_seat))
    for version, body in rows.all():
        event = loads_event(body)
        if isinstance(event, Sat | Claimed) and event.token == seat.proof:
            same = update(log).where(this_log, log.c.version == version)
            connection.execute(same.values(happening=dumps_event(replace(event, name=SOMEBODY, mark=None))))
    connection.execute(delete(erased_tables).where(erased_tables.c.table_id == seat.table_id))
    insert_new(connection, erased_tables, table_id=seat.table_id, at=now)
    this_seat = (person_seats.c.table_id == seat.table_id) & (person_seats.c.proof == seat.proof)
    connection.execute(delete(person_seats).where(this_seat))


def _forget_erased(connection: Connection, now: int) -> None:
    """Delete old notes of erased tables."""
    old = erased_tables.c.at < now - _ERASED_MS
    connection.execute(delete(erased_tables).where(old))


def _erased_since(connection: Connection, at: int) -> Mapping[str, int]:
    """Return the tables from whose logs a name was erased at that time or later, each with the time.

    Times are milliseconds since 1970, UTC.
    """
    query = select(erased_tables.c.table_id, erased_tables.c.at).where(erased_tables.c.at >= at)
    return dict([tuple(row) for row in connection.execute(query)])


def _not_seen_since(connection: Connection, before: int, most: int) -> Sequence[str]:
    """Return up to `most` people who were last here before that time (milliseconds since 1970, UTC)."""
    query = select(people.c.person_id).where(people.c.seen_at < before).limit(most)
    return list(connection.execute(query).scalars())
