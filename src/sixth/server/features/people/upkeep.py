"""The background loop of people: it erases names and absent people."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Final

from sixth.rules.game import Refusal
from sixth.server.core.background import Background
from sixth.server.core.errors import NoTableError
from sixth.server.features.people.game_rows import ErasedSeat, GameRows
from sixth.server.features.people.rows import PeopleRows
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import SOMEBODY
from sixth.server.table.site_commands import Withdraw

_HOUR_MS: Final = 60 * 60 * 1000
"""Milliseconds between two times that a process looks at people who are long gone."""

_OVERLAP_MS: Final = 60_000
"""Milliseconds that a process looks back for erased tables: others may have a slower commit or clock."""

_AT_ONCE: Final = 20


class Upkeep(Background):
    """The loop: every process drops tables with erased names from its memory, one does the rest."""

    interval_s = 5.0
    late, fault = "People are looked after later", "People cannot be looked after"

    def __init__(
        self,
        rows: PeopleRows,
        games: GameRows,
        store: SqlStore,
        tables: Tables,
        forgotten_after: timedelta | None,
    ) -> None:
        self._rows, self._games, self._store, self._tables = rows, games, store, tables
        self._forgotten_after = forgotten_after
        self.chores: list[Callable[[], None]] = []
        self._looked_at = tables.now()
        # There may have been an erasure before a restart.
        self._erasures, self._out_of_wal = 1, 0
        self._forgotten: Mapping[str, int] = {}

    def note_erasure(self) -> None:
        """Run the loop at once, as a person has been erased."""
        self._erasures += 1
        self._wake.set()

    async def once(self) -> float | None:
        """See `Background.once`."""
        now = self._tables.now()
        seats = await asyncio.to_thread(self._games.erased_seats, _AT_ONCE)
        for seat in seats:
            await self._erase(seat)
        await self._forget_tables()
        if seats:
            self._erasures += 1
            return 0.0
        erasures = self._erasures
        if self._out_of_wal < erasures and await asyncio.to_thread(self._store.empty_wal):
            self._out_of_wal = erasures
        if not await asyncio.to_thread(self._store.chores.claim, "people", now, _HOUR_MS):
            return None
        await asyncio.to_thread(self._games.forget_erased, now)
        for chore in self.chores:
            await asyncio.to_thread(chore)
        return 0.0 if await self._forget_people(now) else None

    async def _erase(self, seat: ErasedSeat) -> None:
        # First the person leaves and the others see the new name, then the old one goes from the log.
        with suppress(NoTableError, Refusal):
            withdraw = Withdraw(proof=seat.proof, name=SOMEBODY)
            await self._tables.door.carry_out(Sender(table_id=seat.table_id), withdraw)
        await asyncio.to_thread(self._games.erase_name, seat, self._tables.now())

    async def _forget_tables(self) -> None:
        """Drop the tables from whose logs a name was erased, by any process."""
        since, self._looked_at = self._looked_at - _OVERLAP_MS, self._tables.now()
        erased = await asyncio.to_thread(self._games.erased_since, since)
        if new := [table for table, at in erased.items() if self._forgotten.get(table) != at]:
            self._tables.forget_names(new)
        self._forgotten = erased

    async def _forget_people(self, now: int) -> bool:
        """Erase some people who have not been back for long; return whether there were any."""
        if self._forgotten_after is None:
            return False
        before = now - round(self._forgotten_after.total_seconds() * 1000)
        people = await asyncio.to_thread(self._rows.not_seen_since, before, _AT_ONCE)
        for person_id in people:
            await asyncio.to_thread(self._rows.erase, person_id)
            self._erasures += 1
        return bool(people)
