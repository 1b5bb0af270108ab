"""The deletion of old tables, once a day, if the host has asked for it.

Of the processes over one database, one does it each day.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from sixth.server.core.background import Background
from sixth.server.core.wall_clock import Now
from sixth.server.store import pruning
from sixth.server.store.sql import SqlStore

_CHORE: Final = "prune"

_DAY_MS: Final = 24 * 60 * 60 * 1000
"""Milliseconds."""

_LOG: Final = logging.getLogger(__name__)


class Pruning(Background):
    """Deletes, once a day, tables whose games are over and whose last event is older than `older_than`."""

    interval_s = 15 * 60.0
    late, fault = "Old tables are deleted later", "Old tables cannot be deleted"

    def __init__(
        self,
        store: SqlStore,
        older_than: timedelta,
        forget: Callable[[str], object],
        now: Now | None = None,
    ) -> None:
        self._store, self._older_than, self._forget = store, older_than, forget
        self._now = now or store.now

    async def prune(self) -> int:
        """Delete old tables unless that was done today; return how many, or raise `UnavailableError`."""
        if not await asyncio.to_thread(self._store.chores.claim, _CHORE, self._now(), _DAY_MS):
            return 0
        before = datetime.fromtimestamp(self._now() / 1000, UTC) - self._older_than
        tables = await asyncio.to_thread(
            self._store.read, lambda connection: pruning.old(connection, before, unfinished=False)
        )
        deleted = 0
        for table in tables:
            # One by one, so that writes of players come between.
            count = await asyncio.to_thread(pruning.prune_one, self._store, table, before)
            if count:
                self._forget(table)
            deleted += count
        return deleted

    async def once(self) -> None:
        """Delete old tables unless that was done today."""
        if deleted := await self.prune():
            _LOG.info("Deleted %d old tables.", deleted)
