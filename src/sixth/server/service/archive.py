"""Games that are over; those that go on are hidden, as they hold hidden cards.

What is long to read, to play again or to write down is done in one thread, one thing after the other: so it
takes turns with everything else there is to do, however many ask for it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from itertools import takewhile
from typing import Final, ParamSpec, TypeVar

from sixth.coach.positions import Round, round_so_far
from sixth.rules.events import Abandoned, Event, GameEnded
from sixth.rules.fold import fold as play_on
from sixth.rules.record import Record
from sixth.rules.state import State, start
from sixth.server.core.errors import UnavailableError
from sixth.server.service.listening.pubsub import PubSub
from sixth.server.service.log import TableLog
from sixth.server.store import Store
from sixth.server.table.events import Began, Own, TableEvent
from sixth.server.table.state import Table, fold, seats_of

T = TypeVar("T")
P = ParamSpec("P")

_MAX_EVENTS: Final = 100_000
"""Events of the games that are at hand; one more game is held in any case."""

_EVENTS_APART: Final = 100
"""Of a game, how many events lie between two states that are at hand."""


class EndedGame:
    """A game that is over: its `record`, and how it stood after any of its events.

    `daily` is the day whose deal it had, as YYYY-MM-DD; "" for any other.
    """

    def __init__(self, record: Record, daily: str = "") -> None:
        self.record, self.daily = record, daily
        self._states = [start(record.rules)]

    def __len__(self) -> int:
        return len(self.record.events)

    def state(self, version: int | None = None) -> State:
        """Return the state after the first `version` events, or after all, without playing all again."""
        events = self.record.events[:version]
        while len(self._states) <= len(events) // _EVENTS_APART:
            after = (len(self._states) - 1) * _EVENTS_APART
            self._states.append(play_on(self._states[-1], events[after : after + _EVENTS_APART]))
        at = len(events) // _EVENTS_APART
        return play_on(self._states[at], events[at * _EVENTS_APART :])


class Archive:
    """Finds games by their names in the logs of tables, and keeps the last ones at hand."""

    def __init__(self, store: Store, log: TableLog, pubsub: PubSub) -> None:
        self._store, self._log, self._pubsub = store, log, pubsub
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._held: OrderedDict[str, EndedGame] = OrderedDict()

    async def at_table(self, table_id: str, game_id: str) -> EndedGame | None:
        """Return a game that has ended at this table; None for one that goes on or is unknown.

        Raises:
            NoTableError: there is no such table.
        """
        table = await self._log.now(table_id)
        if table.playing and table.game_id == game_id:
            return None
        return await self.do(self._game, table, game_id)

    async def ended(self, game_id: str) -> EndedGame | None:
        """Return a game that is over, at whichever table; None if it goes on or is unknown."""
        table_id = await asyncio.to_thread(self._store.table_of, game_id)
        return None if table_id is None else await self.at_table(table_id, game_id)

    async def own_round(self, table: Table, seat: int, round: int) -> Round:
        """Return what `seat` was asked in a round of the game that goes on at a table, and what it saw."""
        assert table.game_id is not None
        return await self.do(self._own_round, table, table.game_id, seat, round)

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` makes of a game, once it is its turn.

        Raises:
            UnavailableError: the server is about to end.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, copy_context().run, self._unless_closed, partial(work, *args, **kwargs)
        )

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    # -------------------------------------------------------------- inside

    def _unless_closed(self, work: Callable[[], T]) -> T:
        if self._pubsub.closed:
            raise UnavailableError("the server is about to end")
        return work()

    def _own_round(self, table: Table, game_id: str, seat: int, round: int) -> Round:
        record = _record(table, game_id, self._store.load(table.id))
        assert record is not None
        return round_so_far(record, seat, round)

    def _game(self, table: Table, game_id: str) -> EndedGame | None:
        """Read a game from the log of its table, unless it is at hand."""
        key = f"{table.id} {game_id}"
        game = self._held.get(key)
        if game is None:
            record = _record(table, game_id, self._store.load(table.id))
            if record is None:
                return None
            game = self._held[key] = EndedGame(record, table.daily)
        self._held.move_to_end(key)
        while len(self._held) > 1 and sum(map(len, self._held.values())) > _MAX_EVENTS:
            self._held.popitem(last=False)
        return game


def _record(table: Table, game_id: str, events: Iterable[TableEvent]) -> Record | None:
    """The record of a game, by all that has happened at its table."""
    log = iter(events)
    own: list[TableEvent] = []
    for began in log:
        if isinstance(began, Own):
            # Who sits where does not depend on how earlier games were played.
            own.append(began)
        if isinstance(began, Began) and began.game == game_id:
            break
    else:
        return None
    played: list[Event] = []
    for event in takewhile(lambda event: not isinstance(event, Began), log):
        if not isinstance(event, Own):
            played.append(event)
        elif not (played and isinstance(played[-1], GameEnded | Abandoned)):
            # Whoever took over from a bot has played the game to its end.
            own.append(event)
    at_table = fold(table.id, own)
    return Record(game_id, at_table.rules, seats_of(at_table.sitters), began.started, tuple(played))
