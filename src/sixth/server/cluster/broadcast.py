"""News from other processes that share the store: which table has moved, what was said there, who watches.

By PostgreSQL's LISTEN and NOTIFY, unless a Redis does it (`by_redis`). That a table moved is told by the
transaction that appends to its log (`store.sql`), so nobody hears of what was not kept.
"""

import asyncio
import logging
import sys
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, ClassVar, Final

from psycopg import AsyncConnection, OperationalError
from psycopg.sql import SQL, Identifier

from sixth.server.cluster.presence import Gossip
from sixth.server.core.background import Background
from sixth.server.service.chat import Chat
from sixth.server.service.pubsub import PubSub
from sixth.server.store import CHANNEL, GOSSIP, UnavailableError
from sixth.server.store.sql import SqlStore

PAUSE, _LONGEST_PAUSE = 0.2, 2.0
"""Seconds until a lost connection is tried again."""

_UNSENT: Final = 10_000
"""Words that wait to be carried; no more are kept, as nobody waits for them."""

_LOG: Final = logging.getLogger(__name__)


class News(Background):
    """Tells `pubsub` and `chat` what other processes do, and these what is done here; until it is closed."""

    errors: ClassVar[tuple[type[Exception], ...]] = ()
    """What goes wrong where whoever carries the news is away."""

    def __init__(self, pubsub: PubSub, chat: Chat) -> None:
        self._pubsub = pubsub
        self._gossip = Gossip(pubsub, chat, lambda word: self._send(GOSSIP, word))
        self._unsent: asyncio.Queue[tuple[str, str]] = asyncio.Queue(_UNSENT)
        self._pause = PAUSE

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    for task in self._tasks():
                        tasks.create_task(task)
            except* Exception:
                _LOG.exception("News from other processes have stopped; they begin anew.")
            await asyncio.sleep(_LONGEST_PAUSE)

    def _tasks(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """What goes on until it is closed."""
        return self._listen(), self._carry_all(), self._gossip.keep_telling()

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except self.errors as error:
                if self._pause == PAUSE:
                    said = str(error).splitlines() or [type(error).__name__]
                    _LOG.warning("News from other processes are late: %s.", said[0].rstrip("."))
            await asyncio.sleep(self._pause)
            self._pause = min(_LONGEST_PAUSE, 2 * self._pause)

    async def _hear(self) -> None:
        """Call `_heard` for each word that comes, over a new connection, as long as that lasts."""
        raise NotImplementedError

    def _heard(self, channel: str, word: str) -> None:
        if channel == CHANNEL:
            table, _, version = word.partition(" ")
            # A process of an earlier program names the table alone.
            self._pubsub.moved_elsewhere(table, int(version) if version.isdecimal() else sys.maxsize)
        elif channel == GOSSIP:
            self._gossip.hear(word)

    def _send(self, channel: str, word: str) -> None:
        """Have it carried soon."""
        with suppress(asyncio.QueueFull):
            self._unsent.put_nowait((channel, word))

    async def _carry_all(self) -> None:
        while True:
            channel, word = await self._unsent.get()
            with suppress(*self.errors):
                await self._carry(channel, word)

    async def _carry(self, channel: str, word: str) -> None:
        raise NotImplementedError


class PostgresNews(News):
    """News by the database itself."""

    errors = (OperationalError, UnavailableError)

    def __init__(self, store: SqlStore, pubsub: PubSub, chat: Chat) -> None:
        super().__init__(pubsub, chat)
        self._store = store
        self._url = store.url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def _hear(self) -> None:
        async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
            for channel in (CHANNEL, GOSSIP):
                await connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
            # What was told while nobody listened here is in the log all the same.
            self._pubsub.notify_all()
            self._pause = PAUSE
            async for told in connection.notifies():
                self._heard(told.channel, told.payload)

    async def _carry(self, channel: str, word: str) -> None:
        await asyncio.to_thread(self._store.tell, channel, word)
