"""The logs of tables as this process knows them: read from the store, held for a while, added to."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from sixth.server.core.counters import Counters
from sixth.server.core.errors import NoTableError
from sixth.server.core.logs import short
from sixth.server.service.cache import Cache
from sixth.server.service.pubsub import PubSub
from sixth.server.store import Store
from sixth.server.table.events import TableEvent
from sixth.server.table.state import Step, Table, fold, steps

_LOG: Final = logging.getLogger(__name__)


class TableLog:
    """All logs in `store`. Tables to which somebody listens by `pubsub` stay at hand."""

    def __init__(self, store: Store, pubsub: PubSub, counters: Counters) -> None:
        self._store, self._pubsub, self._counters = store, pubsub, counters
        self._cache = Cache(pubsub.heard)

    @property
    def held(self) -> int:
        """How many tables are at hand."""
        return len(self._cache)

    @property
    def shared(self) -> bool:
        """Whether other processes may write to these logs, too."""
        return self._store.shared

    def known_version(self, table_id: str) -> int:
        """Return the version of the table that is known here, 0 if none is."""
        return self._cache.version(table_id)

    async def at_hand(self, table_id: str) -> Table:
        """Return the table as it is known here; it is read if it is not.

        Raises:
            NoTableError: there is none of that name.
        """
        return self._cache.get(table_id) or await self.read(table_id)

    async def now(self, table_id: str) -> Table:
        """Return the table as it is now, whoever has written to its log.

        Raises:
            NoTableError: there is none of that name.
        """
        return await (self.read if self._store.shared else self.at_hand)(table_id)

    async def read(self, table_id: str) -> Table:
        """Read what the log has beyond what is known here, and return the table after it.

        Raises:
            NoTableError: there is none of that name.
        """
        table = self._cache.get(table_id)
        if table is None:
            came = await self._all_steps(table_id)
        else:
            came = steps(table, await asyncio.to_thread(self._store.load, table_id, table.version))
        if not came:
            return table  # type: ignore[return-value]
        table = self._cache.hold(came[-1][1], came)
        # Whoever asked for it: what is known here already is not told again when word of it comes.
        self._pubsub.notify(table_id)
        return table

    async def since(self, table_id: str, version: int) -> tuple[Step, ...] | None:
        """Return what happened after `version`, each event with the table after it; None if not at hand.

        What is long past is not read again for whoever asks: that would cost as much as the log is long.

        Raises:
            NoTableError: there is none of that name.
        """
        if self._store.shared and table_id in self._pubsub.unread:
            await self._catch_up(table_id)
        return self._cache.since(table_id, version)

    def at(self, table_id: str, version: int) -> Table | None:
        """Return the table as it was at `version`, from 1 up to now; None where that is not at hand."""
        late = self._cache.since(table_id, version - 1)
        return late[0][1] if late else None

    async def events(self, table_id: str) -> tuple[TableEvent, ...]:
        """Return all that has happened at a table, from its opening on; () for an unknown table."""
        return await asyncio.to_thread(self._store.load, table_id)

    async def append(self, table_id: str, version: int, came: Sequence[Step], alarm: int | None) -> None:
        """Write the events of these steps after `version`, and when the table must be looked after.

        Raises:
            ConflictError: the log is not `version` long.
            UnavailableError: it cannot be written.
        """
        events = [event for event, _ in came]
        await asyncio.wrap_future(self._store.submit(table_id, version, events, alarm))
        kinds = [type(each).__name__.lower() for each in events]
        self._counters.kept(kinds)
        if _LOG.isEnabledFor(logging.DEBUG):
            _LOG.debug("Kept.", extra={"table": short(table_id), "after": version, "happenings": kinds})

    def hold(self, came: Sequence[Step]) -> None:
        """Have the table to which these steps have led at hand."""
        self._cache.hold(came[-1][1], came)

    def forget(self, table_id: str) -> None:
        """Know nothing of a table any more: it was deleted, or has to be read again."""
        self._cache.forget(table_id)

    # -------------------------------------------------------------- inside

    async def _catch_up(self, table_id: str) -> None:
        """Read what other processes wrote, once for all who listen to the table: they hear of it then."""
        before = self.known_version(table_id)
        self._pubsub.unread.discard(table_id)
        try:
            await self.read(table_id)
        except BaseException:
            # Whoever waited for this finds out for themselves.
            if self.known_version(table_id) == before:
                self._pubsub.notify_unread(table_id)
            raise

    async def _all_steps(self, table_id: str) -> list[Step]:
        """All that has happened at a table, from its opening on."""
        events = await self.events(table_id)
        if not events:
            raise NoTableError(table_id)
        opened = fold(table_id, events[:1])
        return [(events[0], opened), *steps(opened, events[1:])]
