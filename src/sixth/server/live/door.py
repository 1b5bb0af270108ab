"""The one way to write to a table: decide a command, keep its events, publish them, in this order."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from weakref import WeakValueDictionary

from sixth.rules.game import Refusal
from sixth.server.core.pace import BATCH_SIZE, batches
from sixth.server.core.refusals import Busy
from sixth.server.core.route_limits import TABLES, CountProof
from sixth.server.core.wall_clock import Now
from sixth.server.live.bots.names import check_bots
from sixth.server.live.deadlines import Wakeup
from sixth.server.live.listening.pubsub import PubSub
from sixth.server.live.lobby import Lobby
from sixth.server.live.log import TableLog
from sixth.server.store import ConflictError
from sixth.server.store.seat_rows import RatedSeat, SeatRows, SeatTaker
from sixth.server.table import clock
from sixth.server.table.bounds import check_only_game, check_room
from sixth.server.table.events import Began, Claimed, Sat, TableEvent
from sixth.server.table.fold import TableStep, fold, steps as steps_from
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table

Takers = Mapping[str, SeatTaker]
"""The browsers that take seats, by the hashes of the tokens."""

NO_TAKERS: Final[Takers] = {}

Decide = Callable[[Table], Sequence[TableEvent]]
"""Decides on a table as it is now: returns events, or none if nothing happens, or raises a refusal."""

WhenMoved = Callable[[Table, Table], None]
"""Receives a table that a command has moved, before and after."""


_MAX_TRIES: Final = 20
"""Decisions of one command, which is decided again whenever another process was first."""


def takers_of(token: str | None, taker: SeatTaker | None) -> Takers:
    """Return a browser as the taker of the seat with this token."""
    return {hash_token(token): taker} if token and taker else NO_TAKERS


class Door:
    """Appends to the logs of tables, one command at a time for each table; nothing else appends to them.

    A deleted name is overwritten where it stands (`features.people`), and `sixth db` looks after whole logs.
    """

    def __init__(
        self,
        log: TableLog,
        pubsub: PubSub,
        lobby: Lobby,
        wakeup: Wakeup,
        now: Now,
        *,
        when_moved: WhenMoved = lambda before, after: None,
    ) -> None:
        self._when_moved = when_moved
        self._log, self._pubsub, self._lobby, self._wakeup, self._now = log, pubsub, lobby, wakeup, now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self,
        table_id: str,
        events: Sequence[TableEvent],
        counted: CountProof,
        takers: Takers = NO_TAKERS,
    ) -> None:
        """Begin the log of a new table with these events, of which the first opens it.

        `counted` proves that the request counted under the limit of tables; `takers` are the browsers that
        take seats.

        Raises:
            Refusal: an event names a bot that does not exist.
        """
        assert counted.limit == TABLES
        check_bots(events)
        opening, rest = events[:1], events[1:]
        table = fold(table_id, opening)
        # A game that is played again from its middle begins with all events up to there.
        async for piece in batches(rest[:-BATCH_SIZE]):
            table = steps_from(table, piece)[-1][1]
        now = self._now()
        steps = clock.timed_steps(table, rest[-BATCH_SIZE:], now)
        table = steps[-1][1]
        alarm = clock.alarm(table, now)
        events = [*opening, *rest[:-BATCH_SIZE], *(event for event, _ in steps)]
        await self._log.append(table_id, 0, events, alarm, SeatRows(takers))
        self._wakeup.announce(alarm)
        await self._lobby.update(None, table)

    async def command(self, table_id: str, decide: Decide, takers: Takers = NO_TAKERS) -> Table:
        """Keep the events of `decide`, then publish them; return the table after them.

        `takers` are the browsers that take seats by these events.

        The decision is made on the table in the cache, which may be old where other processes write, too. If
        another process was first, or if an old table led to a refusal or to no events, the log is read and
        the decision is made again. So `decide` may be called more than once, and must look at nothing but
        its argument.

        Raises:
            NoTableError: there is no such table.
            Refusal: from `decide`, or an event names a bot that does not exist, or the table is full; nothing
                has changed.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            fresh = not (self._log.shared and self._log.cache.version(table_id))
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
                steps = clock.timed_steps(before, events, now)
                table = steps[-1][1]
                alarm = clock.alarm(table, now)
                events = [event for event, _ in steps]
                try:
                    seats = _seat_rows(steps, takers)
                    await self._log.append(table_id, before.version, events, alarm, seats)
                except ConflictError:
                    # Another process was first.
                    if (await self._log.read(table_id)).version == before.version:
                        # It wrote nothing: the log was cut (`sixth db prune`), so what is cached is wrong.
                        self._log.cache.forget(table_id)
                    fresh = True
                    continue
                self._log.cache.hold(table, steps)
                self._wakeup.announce(alarm)
                self._pubsub.publish_version(table_id, table.version, events)
                self._when_moved(before, table)
                await self._lobby.update(before, table)
                return table
        raise Busy("busy", "Too much is happening at this table; please try again.")


def _seat_rows(steps: Sequence[TableStep], takers: Takers) -> SeatRows:
    """Return the rows about seats that these steps give, and about rated games that begin in them."""
    given = {event.token for event, _ in steps if isinstance(event, Sat | Claimed)}
    rated = [
        RatedSeat(event.game, seat, each.token)
        for event, table in steps
        if isinstance(event, Began) and table.config.rated
        for seat, each in enumerate(table.seats)
        if each.token is not None and table.in_person(seat)
    ]
    return SeatRows({proof: taker for proof, taker in takers.items() if proof in given}, rated)
