"""The one way in to a table: commands are decided, kept, folded and told, in this order."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final
from weakref import WeakValueDictionary

from sixth.rules.game import Refusal
from sixth.server.core.pace import PIECE, in_pieces
from sixth.server.core.refusals import Busy
from sixth.server.core.route_limits import TABLES, Counted
from sixth.server.core.wall_clock import Now
from sixth.server.service.bots.names import check_bots
from sixth.server.service.deadlines import Wakeup
from sixth.server.service.listening.pubsub import PubSub
from sixth.server.service.lobby import Lobby
from sixth.server.service.log import TableLog
from sixth.server.store import ConflictError
from sixth.server.table import clock
from sixth.server.table.bounds import check_only_game, check_room
from sixth.server.table.events import TableEvent
from sixth.server.table.state import Table, fold, steps

Decide = Callable[[Table], Sequence[TableEvent]]
"""Says what happens at a table as it is now: events, none if nothing does, or a refusal."""

WhenMoved = Callable[[Table, Table], None]
"""Hears of a table that a command has moved, as it was and as it is."""


def ignore_move(_before: Table, _after: Table) -> None:
    """Hear of a table that has moved, and do nothing."""


_MAX_TRIES: Final = 20
"""How often a command is decided anew because another process was first."""


class Door:
    """Writes to the logs of tables, one command at a time for each; nothing else does."""

    def __init__(
        self,
        log: TableLog,
        pubsub: PubSub,
        lobby: Lobby,
        wakeup: Wakeup,
        now: Now,
        *,
        when_moved: WhenMoved = ignore_move,
    ) -> None:
        self._when_moved = when_moved
        self._log, self._pubsub, self._lobby, self._wakeup, self._now = log, pubsub, lobby, wakeup, now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(self, table_id: str, events: Sequence[TableEvent], counted: Counted) -> None:
        """Begin the log of a new table with these events, of which the first is its opening.

        `counted` proves that its address has not used up the tables that it may open.

        Raises:
            Refusal: one of them names a bot that is not there.
        """
        assert counted.limit == TABLES
        check_bots(events)
        opened, rest = events[:1], events[1:]
        table = fold(table_id, opened)
        # A game that is played again from its middle begins with all that had happened by then.
        async for piece in in_pieces(rest[:-PIECE]):
            table = steps(table, piece)[-1][1]
        now = self._now()
        came = clock.timed(table, rest[-PIECE:], now)
        table = came[-1][1]
        alarm = clock.alarm(table, now)
        told = [*opened, *rest[:-PIECE], *(event for event, _ in came)]
        await self._log.append(table_id, 0, told, alarm)
        self._wakeup.heed(alarm)
        await self._lobby.file(None, table)

    async def command(self, table_id: str, decide: Decide) -> Table:
        """Keep what `decide` says happens at the table, then tell everybody; returns the table after it.

        It is decided on what this process knows, which may be old where others write, too. So the log is read
        where another was first, and before anybody hears that nothing happens, or why not; then it is decided
        anew. So `decide` is called more than once, and whatever it looks at is in the table it is given.

        Raises:
            NoTableError: there is no such table.
            Refusal: from `decide`, a bot is named that is not there, or the table is full; nothing has
                changed.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            fresh = not (self._log.shared and self._log.known_version(table_id))
            for _ in range(_MAX_TRIES):
                before = await self._log.at_hand(table_id)
                try:
                    events = decide(before)
                    check_bots(events)
                    check_room(before, events)
                    check_only_game(before, events)
                except Refusal:
                    if fresh:
                        raise
                    events = ()
                if not events:
                    if fresh:
                        return before
                    await self._log.read(table_id)
                    fresh = True
                    continue
                now = self._now()
                came = clock.timed(before, events, now)
                table = came[-1][1]
                alarm = clock.alarm(table, now)
                told = [event for event, _ in came]
                try:
                    await self._log.append(table_id, before.version, told, alarm)
                except ConflictError:
                    # Another process was first: read what it wrote and decide again.
                    if (await self._log.read(table_id)).version == before.version:
                        # It wrote nothing: what is known here is no longer so (`sixth db prune`).
                        self._log.forget(table_id)
                    fresh = True
                    continue
                self._log.hold(came)
                self._wakeup.heed(alarm)
                self._pubsub.moved(table_id, table.version, told)
                self._when_moved(before, table)
                await self._lobby.file(before, table)
                return table
        raise Busy("busy", "Too much is happening at this table; please try again.")
