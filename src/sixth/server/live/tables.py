"""All tables of a site, and the parts that serve them."""

import asyncio
import contextlib
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from sixth.server.cluster.pubsub import SINGLE_PROCESS, Broadcast, PubSub
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.limits import RateLimiter
from sixth.server.core.metrics import NO_COUNTERS, Counters
from sixth.server.core.route_limits import CountProof
from sixth.server.core.wall_clock import Now
from sixth.server.live.archive import Archive
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.chat import Chat, FindSpeaker, no_speaker
from sixth.server.live.deadlines import DeadlineWatch
from sixth.server.live.door import NO_TAKERS, Door, Takers, WhenMoved
from sixth.server.live.driver import Driver
from sixth.server.live.lobby import Lobby
from sixth.server.live.log import TableLog
from sixth.server.store import ConflictError
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from sixth.server.table.turns import began_waiting

_TIMEOUT_S: Final = 10.0
"""Seconds for bots to get ready; only right after an installation do they need more."""

_WAIT_FOR_BOTS_S: Final = 0.2
"""Seconds in which quick bots move before a form is answered."""


class Tables:
    """All tables of a site, whose logs are in `store`; `broadcast` reaches the other processes of the site.

    `door` is the one way to change them; bots move as soon as a table has moved. Methods that take the name
    of a table raise `NoTableError` if there is no such table.
    """

    def __init__(
        self,
        store: SqlStore,
        bot_pool: BotPool,
        broadcast: Broadcast = SINGLE_PROCESS,
        *,
        limiter: RateLimiter | None = None,
        counters: Counters = NO_COUNTERS,
        now: Now | None = None,
        when_moved: WhenMoved = lambda before, after: None,
        speaker: FindSpeaker = no_speaker,
    ) -> None:
        self.now = now or store.now
        self.counters = counters
        self.limiter = limiter or RateLimiter()
        self.pubsub = PubSub(broadcast)
        self.chat = Chat(self.pubsub)
        self.lobby = Lobby(store.directory)
        self._store, self._bot_pool = store, bot_pool
        self.log = TableLog(store, self.pubsub, counters)
        self.archive = Archive(store, self.pubsub)

        def drive(before: Table, after: Table) -> None:
            self._driver.drive(after)
            when_moved(before, after)

        self.door = Door(
            self.log,
            pubsub=self.pubsub,
            lobby=self.lobby,
            chat=self.chat,
            announce=lambda alarm: self.deadlines.announce(alarm),  # noqa: PLW0108 - made after it
            now=self.now,
            limiter=self.limiter,
            counters=counters,
            when_moved=drive,
            speaker=speaker,
        )
        self._driver = Driver(self.log, self.door, bot_pool, self.now)
        self.deadlines = DeadlineWatch(store.deadlines, self._driver.look_after, self.now)

    def start(self) -> None:
        """Start, in the running event loop, the watch over deadlines, and have other processes heard."""
        self.deadlines.start()
        self.pubsub.broadcast.start(self.pubsub)

    async def close(self) -> None:
        """Wake all listeners, stop the bots and close the store."""
        self.pubsub.close()
        await self.pubsub.broadcast.close()
        await self.deadlines.close()
        await self._driver.close()
        self._bot_pool.close()
        self.archive.close()
        self._store.close()

    async def store_fault(self) -> str | None:
        """Return what is wrong with the store now, as a clause in English; None if it works."""
        try:
            await asyncio.to_thread(self._store.ping)
        except UnavailableError:
            return "the database does not answer"
        try:
            await asyncio.to_thread(self._store.check_writing)
        except UnavailableError:
            return "nothing can be written to the database"
        return None

    # -------------------------------------------------------------- reading

    async def get(self, table_id: str) -> Table:
        """Return the table as it is now."""
        table = await self.log.now(table_id)
        self._driver.drive(table)
        return table

    async def waiting_since(self, tables: Sequence[Table]) -> dict[str, datetime]:
        """Return, by its name, the time from which each of these tables waits for its present turn."""
        began = {table.id: began_waiting(table, partial(self.log.at, table.id)) for table in tables}
        return await asyncio.to_thread(self._store.times, began)

    async def find(self, code: str) -> str | None:
        """Return the name of the table of a short code, None for an unknown one, or raise `NoTableError`."""
        table_id = await asyncio.to_thread(self._store.directory.find, code)
        return None if table_id is None else (await self.get(table_id)).id

    async def open_tables(self) -> tuple[tuple[Table, datetime], ...]:
        """Return the newest listed tables with a free seat, each with the time at which it was listed."""
        tables = []
        for table_id, at in await self.lobby.listed():
            try:
                table = await self.get(table_id)
            except NoTableError:
                table = None
            if table is not None and table.open:
                tables.append((table, at))
            else:
                await asyncio.to_thread(self._store.directory.unlist, table_id)
        return tuple(tables)

    def forget_names(self, table_ids: Collection[str]) -> None:
        """Drop the cached tables from whose logs a name was erased."""
        for table_id in table_ids:
            self.log.cache.forget(table_id)
            self.chat.forget(table_id)
        self.archive.forget(table_ids)

    # -------------------------------------------------------------- bots

    async def create_with_game(
        self,
        table_id: str,
        opening: Sequence[TableEvent],
        counted: CountProof,
        takers: Takers = NO_TAKERS,
    ) -> None:
        """Set up a table of this name whose game begins with `opening`; if it exists, change nothing.

        The first moves of the bots are written with it, as many such games may begin at the same time and
        one append is quicker than three.
        """
        moves = await self._driver.play_ahead(fold(table_id, opening))
        with contextlib.suppress(ConflictError):
            await self.door.create(table_id, (*opening, *moves), counted, takers)

    async def until_ready(self, bot: str) -> None:
        """Wait until a bot of this name can play; after some seconds raise a refusal."""
        await self._bot_pool.until_ready(bot, patience_s=_TIMEOUT_S)

    async def until_moved(self, table: Table) -> None:
        """Wait for bots that move quickly, so that the page after a form shows what they did."""
        if (driving := self._driver.drive(table)) is not None:
            await asyncio.wait({driving}, timeout=_WAIT_FOR_BOTS_S)
