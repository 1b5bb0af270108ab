"""The background loop of bots from outside: it keeps their streams connected and deletes expired rows."""

import asyncio
from collections.abc import Collection
from typing import Final

from sixth.server.core.background import Background
from sixth.server.features.external_bots.rows import OutsideRows
from sixth.server.live.tables import Tables
from sixth.server.store.chores import Chores

CONNECTED_MS: Final = 45_000
"""Milliseconds for which a bot counts as connected, should the process that has its stream end."""

_EXPIRE_MS: Final = 60 * 60 * 1000
"""Milliseconds between two times that a process of the site deletes expired rows."""


class Upkeep(Background):
    """The loop that notes which `streams` this process has; one process of the site does the rest."""

    interval_s = 5.0
    late, fault = "Bots from outside are looked after later", "Bots from outside cannot be looked after"

    def __init__(self, rows: OutsideRows, chores: Chores, tables: Tables, streams: Collection[str]) -> None:
        self._rows, self._chores, self._tables, self._streams = rows, chores, tables, streams

    async def once(self) -> None:
        """See `Background.once`."""
        now = self._tables.now()
        if self._streams:
            streams = tuple(self._streams)
            await asyncio.to_thread(self._rows.extend, streams, now=now, until=now + CONNECTED_MS)
        if await asyncio.to_thread(self._chores.claim, "outside forgotten", now, _EXPIRE_MS):
            await asyncio.to_thread(self._rows.delete_expired, now)
