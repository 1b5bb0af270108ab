"""The logs of tables as this process knows them: read from the store, held for a while, added to."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import count
from typing import Final

from sixth.rules.codec import loads
from sixth.server.core.counters import Counters
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.logs import name_hash
from sixth.server.core.pace import BATCH_SIZE, batches
from sixth.server.service.cache import MAX_STEPS, Cache
from sixth.server.service.commits import Commits
from sixth.server.service.listening.pubsub import PubSub
from sixth.server.store import Append, ConflictError, Store
from sixth.server.store.games import games_in
from sixth.server.table.codec import dumps_event, table_event_from_json
from sixth.server.table.events import TableEvent
from sixth.server.table.state import Step, Table, fold, steps

_LOG: Final = logging.getLogger(__name__)


class TableLog:
    """All logs in `store`. Tables to which somebody listens by `pubsub` stay at hand."""

    def __init__(self, store: Store, pubsub: PubSub, counters: Counters) -> None:
        self._store, self._pubsub, self._counters = store, pubsub, counters
        self._cache = Cache(pubsub.heard)
        self._commits = Commits(store)
        self._reading: dict[str, asyncio.Task[Table]] = {}
        self._long = asyncio.Semaphore()

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
            UnavailableError: the store does not answer, or the server is about to end.
        """
        if self._cache.get(table_id) is None:
            # Many may ask for it at once, as after a restart: it is read once for all of them.
            reading = self._reading.get(table_id)
            if reading is None:
                reading = self._reading[table_id] = asyncio.create_task(self._read_on(table_id, None))
                reading.add_done_callback(lambda _: self._reading.pop(table_id))
            table = await asyncio.shield(reading)
            if not self._store.shared:
                return table
        return await self._read_on(table_id, self._cache.get(table_id))

    async def since(self, table_id: str, version: int) -> tuple[Step, ...] | None:
        """Return what happened after `version`, each event with the table after it; None if not at hand.

        What is long past is not read again for whoever asks: that would cost as much as the log is long.

        Raises:
            NoTableError: there is none of that name.
        """
        if self._store.shared and table_id in self._pubsub.unread:
            await self._catch_up(table_id)
        return self._cache.since(table_id, version)

    def recent(self, table_id: str, version: int) -> tuple[Step, ...] | None:
        """Return the steps after `version` as this process knows them; None if not at hand."""
        return self._cache.since(table_id, version)

    def at(self, table_id: str, version: int) -> Table | None:
        """Return the table as it was at `version`, from 1 up to now; None where that is not at hand."""
        late = self._cache.since(table_id, version - 1)
        return late[0][1] if late else None

    def take_in(self, table_id: str, version: int, happenings: str) -> bool:
        """Have at hand what has led a table to `version` in another process, and tell who listens.

        Returns whether it could be: only what follows directly on what is known here, none of it unknown to
        this program, can.
        """
        table = self._cache.peek(table_id)
        if table is None or not happenings:
            return False
        try:
            events = [table_event_from_json(each) for each in loads(happenings)]
        except (ValueError, TypeError, KeyError):
            _LOG.debug("Word of a table was not understood.", extra={"table": name_hash(table_id)})
            return False
        if table.version + len(events) != version:
            return False
        self.hold(steps(table, events))
        self._pubsub.notify(table_id)
        return True

    async def append(
        self, table_id: str, version: int, events: Sequence[TableEvent], alarm: int | None
    ) -> None:
        """Write these events after `version`, and when the table must be looked after.

        Raises:
            ConflictError: the log is not `version` long.
            UnavailableError: it cannot be written.
        """
        lines = [line async for piece in batches(events) for line in map(dumps_event, piece)]
        try:
            await self._commits.append(Append(table_id, version, lines, games_in(events), alarm))
        except ConflictError:
            raise
        except BaseException:
            # It may be on disk all the same, and what this process tells it does not heed itself.
            self._pubsub.notify_unread(table_id)
            raise
        kinds = [type(each).__name__.lower() for each in events]
        self._counters.count_events(kinds)
        if _LOG.isEnabledFor(logging.DEBUG):
            _LOG.debug("Kept.", extra={"table": name_hash(table_id), "after": version, "happenings": kinds})

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

    async def _read_on(self, table_id: str, table: Table | None) -> Table:
        """Read what came after `table`, piece by piece, so that others have their turn between them."""
        late: deque[Step] = deque(maxlen=MAX_STEPS)
        async with AsyncExitStack() as turn:
            for piece in count():
                version = table.version if table else 0
                events = await asyncio.to_thread(self._store.load, table_id, version, BATCH_SIZE)
                late.extend(_lead_on(table_id, table, events))
                table = late[-1][1] if late else table
                if len(events) < BATCH_SIZE:
                    break
                if self._pubsub.closed:
                    raise UnavailableError("the server is about to end")
                if piece == 0:
                    # Long logs are read one after the other.
                    await turn.enter_async_context(self._long)
        if table is None:
            raise NoTableError(table_id)
        if late:
            table = self._cache.hold(table, late)
            # Whoever asked for it: what is known here already is not told again when word of it comes.
            self._pubsub.notify(table_id)
        return table


def _lead_on(table_id: str, table: Table | None, events: Sequence[TableEvent]) -> list[Step]:
    """The steps by which these events lead on from `table`; without one, the first of them opens it."""
    if table is not None or not events:
        return steps(table, events) if table else []
    opened = fold(table_id, events[:1])
    return [(events[0], opened), *steps(opened, events[1:])]
