"""A broadcast by PostgreSQL's LISTEN and NOTIFY: one channel for versions of tables, one for other messages.

The transaction that appends to a log also sends the version of the table (`store.sql`), so no process
receives what was not stored.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from psycopg import AsyncConnection, OperationalError
from psycopg.sql import SQL, Identifier

from sixth.server.cluster.presence import REPEAT_S
from sixth.server.cluster.pubsub import Broadcast, PubSub
from sixth.server.core.errors import UnavailableError
from sixth.server.store import CHANNEL, GOSSIP
from sixth.server.store.notices import Notice
from sixth.server.store.sql import SqlStore

_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 2.0
"""Seconds until another attempt at a lost connection: at first, and at most."""

_MAX_UNSENT: Final = 10_000
"""Messages that wait to be sent; further ones are dropped, as nothing depends on them."""

_AWAY: Final = (OperationalError, UnavailableError)

_LOG: Final = logging.getLogger(__name__)


class PostgresBroadcast(Broadcast):
    """A broadcast among the processes that share the database of `store`."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(self._queue)
        self._store = store
        self._url = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._unsent: asyncio.Queue[str] = asyncio.Queue(_MAX_UNSENT)
        self._pause = _PAUSE_S
        self._task: asyncio.Task[None] | None = None

    def start(self, pubsub: PubSub) -> None:
        """See `Broadcast.start`."""
        self._task = asyncio.create_task(self._run(pubsub))

    async def close(self) -> None:
        """See `Broadcast.close`."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # -------------------------------------------------------------- inside

    async def _run(self, pubsub: PubSub) -> None:
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    for task in self._receive_all(pubsub), self._publish(), self._repeat_presence(pubsub):
                        tasks.create_task(task)
            except* Exception:
                _LOG.exception("Messages from other processes stopped; starting again.")
            await asyncio.sleep(_LONGEST_PAUSE_S)

    def _queue(self, message: str) -> None:
        with suppress(asyncio.QueueFull):
            self._unsent.put_nowait(message)

    async def _publish(self) -> None:
        while True:
            message = await self._unsent.get()
            with suppress(*_AWAY):
                await asyncio.to_thread(self._store.notify, GOSSIP, message)

    async def _repeat_presence(self, pubsub: PubSub) -> None:
        while True:
            pubsub.repeat_presence()
            await asyncio.sleep(REPEAT_S)

    async def _receive_all(self, pubsub: PubSub) -> None:
        while True:
            try:
                await self._receive(pubsub)
            except _AWAY as error:
                if self._pause == _PAUSE_S:
                    lines = str(error).splitlines() or [type(error).__name__]
                    _LOG.warning("Messages from other processes are late: %s.", lines[0].rstrip("."))
            await asyncio.sleep(self._pause)
            self._pause = min(_LONGEST_PAUSE_S, 2 * self._pause)

    async def _receive(self, pubsub: PubSub) -> None:
        """Call `_deliver` for each notification over a new connection, as long as that lasts."""
        async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
            for channel in (CHANNEL, GOSSIP):
                await connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
            # The log has the changes whose messages this process missed.
            pubsub.notify_all()
            self._pause = _PAUSE_S
            await self._read_all(connection, pubsub)

    async def _read_all(self, connection: AsyncConnection, pubsub: PubSub) -> None:
        """Call `_deliver` for each notification, as long as the connection lasts.

        Every process receives every append, and `AsyncConnection.notifies` is slower.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            try:
                connection.pgconn.consume_input()
                while (notify := connection.pgconn.notifies()) is not None:
                    self._deliver(notify.relname.decode(), notify.extra.decode(), pubsub)
            except Exception as error:
                loop.remove_reader(number)
                ended.set_exception(error)

        number = connection.fileno()
        loop.add_reader(number, read)
        try:
            await ended
        finally:
            loop.remove_reader(number)

    def _deliver(self, channel: str, message: str, pubsub: PubSub) -> None:
        if channel == CHANNEL:
            notice = Notice.parse(message)
            if notice.by != self._store.name:
                pubsub.on_events(notice.table, notice.version, notice.events)
        elif channel == GOSSIP:
            pubsub.receive(message)
