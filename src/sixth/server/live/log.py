"""The logs of tables as this process knows them: read from the store, cached, and appended to."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import count
from typing import Final

from sixth.rules.codec import loads
from sixth.server.cluster.pubsub import PubSub
from sixth.server.core.errors import EndingError, NoTableError
from sixth.server.core.logs import name_hash
from sixth.server.core.metrics import Counters
from sixth.server.core.pace import BATCH_SIZE, batches
from sixth.server.live.cache import MAX_STEPS, Cache
from sixth.server.live.commits import Commits
from sixth.server.store import Append, ConflictError
from sixth.server.store.games import games_in
from sixth.server.store.seat_rows import NO_SEATS, SeatRows
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import dumps_event, table_event_from_json
from sixth.server.table.events import TableEvent
from sixth.server.table.fold import TableStep, fold, steps
from sixth.server.table.state import Table

_LOG: Final = logging.getLogger(__name__)


class TableLog:
    """All logs in `store`. Tables with listeners in `pubsub` stay in the cache.

    Methods that read a table raise `NoTableError` if there is no such table.
    """

    def __init__(self, store: SqlStore, pubsub: PubSub, counters: Counters) -> None:
        self._store, self._pubsub, self._counters = store, pubsub, counters
        self.cache = Cache(pubsub.has_listeners)
        self._commits = Commits(store)
        self._reading: dict[str, asyncio.Task[Table]] = {}
        self._long = asyncio.Semaphore()
        pubsub.on_events = self.receive

    @property
    def shared(self) -> bool:
        """Whether other processes may write to these logs."""
        return self._store.shared

    async def cached(self, table_id: str) -> Table:
        """Return the table as this process knows it; read it if it is not in the cache.

        The latest events of other processes may be missing. That is enough to check a request, as the door
        decides on the newest table.
        """
        return self.cache.get(table_id) or await self.read(table_id)

    async def now(self, table_id: str) -> Table:
        """Return the table as it is now, including what other processes have written."""
        return await (self.read if self._store.shared else self.cached)(table_id)

    async def read(self, table_id: str) -> Table:
        """Read the events after those in the cache, and return the table after them.

        Raises:
            UnavailableError: the store does not answer, or the server is about to end.
        """
        if self.cache.get(table_id) is None:
            # Many may ask for it at once, as after a restart, so it is read once for all of them.
            reading = self._reading.get(table_id)
            if reading is None:
                reading = self._reading[table_id] = asyncio.create_task(self._read_on(table_id, None))
                reading.add_done_callback(lambda _: self._reading.pop(table_id))
            table = await asyncio.shield(reading)
            if not self._store.shared:
                return table
        return await self._read_on(table_id, self.cache.get(table_id))

    async def since(self, table_id: str, version: int) -> tuple[TableStep, ...] | None:
        """Return the events after `version`, each with the table after it; None if the cache lacks some.

        Older events are not read for this, which would cost as much as the log is long.
        """
        if self._store.shared and table_id in self._pubsub.unread:
            await self._catch_up(table_id)
        return self.cache.since(table_id, version)

    def at(self, table_id: str, version: int) -> Table | None:
        """Return the table as it was at `version`, which is at least 1; None if the cache lacks it."""
        recent = self.cache.since(table_id, version - 1)
        return recent[0][1] if recent else None

    def receive(self, table_id: str, version: int, body: str) -> None:
        """Take in the events of another process, or have the listeners of their table read them."""
        if version > self.cache.version(table_id) and not self.take_events(table_id, version, body):
            self._pubsub.notify_unread(table_id)

    def take_events(self, table_id: str, version: int, body: str) -> bool:
        """Add events of another process to the cache, and wake the listeners of their table.

        `body` is the JSON of the events that led the table to `version`. Return whether that was possible:
        the events must follow directly on those in the cache, and this program must know all of them.
        """
        table = self.cache.peek(table_id)
        if table is None or not body:
            return False
        try:
            events = [table_event_from_json(each) for each in loads(body)]
        except (ValueError, TypeError, KeyError):
            _LOG.debug(
                "The events of another process could not be read.", extra={"table": name_hash(table_id)}
            )
            return False
        if table.version + len(events) != version:
            return False
        new_steps = steps(table, events)
        self.cache.hold(new_steps[-1][1], new_steps)
        self._pubsub.notify(table_id)
        return True

    async def append(
        self,
        table_id: str,
        version: int,
        events: Sequence[TableEvent],
        alarm: int | None,
        seats: SeatRows = NO_SEATS,
    ) -> None:
        """Append these events after `version`, with the next deadline of the table and rows about its seats.

        Raises:
            ConflictError: the log is not `version` long.
            UnavailableError: it cannot be written.
        """
        lines = [line async for piece in batches(events) for line in map(dumps_event, piece)]
        try:
            await self._commits.append(Append(table_id, version, lines, games_in(events), alarm, seats))
        except ConflictError:
            raise
        except BaseException:
            # The events may be on disk all the same, and this process ignores its own messages about them.
            self._pubsub.notify_unread(table_id)
            raise
        kinds = [type(each).__name__.lower() for each in events]
        self._counters.count_events(kinds)
        if _LOG.isEnabledFor(logging.DEBUG):
            _LOG.debug("Kept.", extra={"table": name_hash(table_id), "after": version, "events": kinds})

    # -------------------------------------------------------------- inside

    async def _catch_up(self, table_id: str) -> None:
        """Read what other processes wrote, once for all listeners of the table, which are woken then."""
        before = self.cache.version(table_id)
        self._pubsub.unread.discard(table_id)
        try:
            await self.read(table_id)
        except BaseException:
            # Each listener tries for itself.
            if self.cache.version(table_id) == before:
                self._pubsub.notify_unread(table_id)
            raise

    async def _read_on(self, table_id: str, table: Table | None) -> Table:
        """Read the events after `table`, piece by piece, so that other work comes between."""
        recent: deque[TableStep] = deque(maxlen=MAX_STEPS)
        async with AsyncExitStack() as turn:
            for piece in count():
                version = table.version if table else 0
                events = await asyncio.to_thread(self._store.load, table_id, version, BATCH_SIZE)
                recent.extend(_steps_from(table_id, table, events))
                table = recent[-1][1] if recent else table
                if len(events) < BATCH_SIZE:
                    break
                if self._pubsub.closed:
                    raise EndingError
                if piece == 0:
                    # Long logs are read one after the other.
                    await turn.enter_async_context(self._long)
        if table is None:
            raise NoTableError(table_id)
        if recent:
            table = self.cache.hold(table, recent)
            # When the message of the other process comes, these events will not be new any more.
            self._pubsub.notify(table_id)
        return table


def _steps_from(table_id: str, table: Table | None, events: Sequence[TableEvent]) -> list[TableStep]:
    """Return the steps of these events from `table`; without a table, the first event opens it."""
    if table is not None or not events:
        return steps(table, events) if table else []
    table = fold(table_id, events[:1])
    return [(events[0], table), *steps(table, events[1:])]
