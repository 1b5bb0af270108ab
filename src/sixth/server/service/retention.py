"""What the server does once a day by itself, where the host has asked for it: old tables are deleted.

Of several processes over one database, one does it; another does it the next time, should that one be gone.
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
"""In milliseconds."""

_LOOK_EVERY_S: Final = 15 * 60.0
"""Seconds after which it is looked again whether a day has gone by."""

_LOG: Final = logging.getLogger(__name__)


class Retention(Background):
    """Deletes, once a day, the tables whose games are over and at which nothing has happened for so long."""

    def __init__(
        self,
        store: SqlStore,
        older_than: timedelta,
        forget: Callable[[str], object],
        now: Now | None = None,
    ) -> None:
        self._store, self._older_than, self._forget = store, older_than, forget
        self._now = now or store.now

    async def once(self) -> int:
        """Do it, unless that was done today; how many tables were deleted.

        Raises:
            UnavailableError: the database does not answer.
        """
        if not await asyncio.to_thread(self._store.chores.claim, _CHORE, self._now(), _DAY_MS):
            return 0
        before = datetime.fromtimestamp(self._now() / 1000, UTC) - self._older_than
        found = await asyncio.to_thread(
            self._store.read, lambda connection: pruning.old(connection, before, unfinished=False)
        )
        deleted = 0
        for table in found:
            # One by one, so that who plays has their turn between them.
            gone = await asyncio.to_thread(pruning.prune_one, self._store, table, before)
            if gone:
                self._forget(table)
            deleted += gone
        return deleted

    async def _run(self) -> None:
        await self._repeat(
            _LOOK_EVERY_S,
            self._delete,
            late="Old tables are deleted later",
            fault="Old tables cannot be deleted",
        )

    async def _delete(self) -> None:
        if deleted := await self.once():
            _LOG.info("Deleted %d old tables.", deleted)
