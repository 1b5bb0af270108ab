"""Games that are over; those that go on are hidden, as they hold hidden cards.

To read a game, to play it again or to draw it takes up to a second. A process of its own does it
(`ended.program`), one thing after the other, so that nobody else waits meanwhile: a thread of the server
would hold the lock of Python.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from sixth.coach.positions import Round, round_so_far
from sixth.rules.events import Abandoned
from sixth.rules.options import Rules
from sixth.rules.record import Seat
from sixth.server.core.errors import UnavailableError
from sixth.server.core.refusals import NotFound
from sixth.server.live.ended.game import EndedGame, Games, record_in
from sixth.server.live.ended.worker import Worker
from sixth.server.live.listening.pubsub import PubSub
from sixth.server.store import Store
from sixth.server.table.state import Table

T = TypeVar("T")

_MAX_HELD: Final = 1000
"""Ended games of which this process knows what they were."""


def no_record() -> NotFound:
    """Return the refusal of a game that is unknown or goes on; nobody learns from it which."""
    return NotFound(
        "no-record", "There is no finished game of that name; a game can be replayed once it is over."
    )


@dataclass(frozen=True)
class Ended:
    """What a game was that is over: `game` is its name, `events` are how many it had.

    `daily` is the day whose deal it had, as YYYY-MM-DD; "" for any other. `rounds` are those played to their
    end. It was `abandoned` where everybody had left.
    """

    game: str
    table_id: str
    rules: Rules
    seats: tuple[Seat, ...]
    events: int
    rounds: int
    abandoned: bool
    daily: str


class Archive:
    """Finds games that are over by their names, and has a process of its own work on them."""

    def __init__(self, store: Store, pubsub: PubSub) -> None:
        self._store, self._pubsub = store, pubsub
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._worker = Worker(store.url)
        self._held: OrderedDict[str, Ended] = OrderedDict()

    async def ended(self, game_id: str) -> Ended | None:
        """Return a game that is over, at whichever table; None if it goes on or is unknown."""
        table_id = await asyncio.to_thread(self._store.table_of, game_id)
        if table_id is None:
            return None
        found = self._held.get(game_id) or await self.read(
            partial(_ended, table_id=table_id, game_id=game_id)
        )
        if found is not None:
            self._held[game_id] = found
            self._held.move_to_end(game_id)
            if len(self._held) > _MAX_HELD:
                self._held.popitem(last=False)
        return found

    async def do(self, work: Callable[[EndedGame], T], game: Ended) -> T:
        """Return what `work` makes of a game in the process for that, once it is its turn.

        `work` is a function of a module, or a `partial` of one.

        Raises:
            Refusal: the game is gone.
            UnavailableError: the server is about to end.
        """
        return await self.read(partial(_on_game, work=work, table_id=game.table_id, game_id=game.game))

    async def read(self, work: Callable[[Games], T]) -> T:
        """Return what `work` makes of all games and logs in the process for that, once it is its turn.

        Raises:
            UnavailableError: the server is about to end.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, copy_context().run, self._unless_closed, work
        )

    async def own_round(self, table: Table, seat: int, round: int) -> Round:
        """Return what `seat` was asked in a round of the game that goes on at a table, and what it saw."""
        assert table.game_id is not None
        return await self.read(
            partial(_own_round, table_id=table.id, game_id=table.game_id, seat=seat, round=round)
        )

    def close(self) -> None:
        """Begin nothing more, and end what is being done."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._worker.close()

    def _unless_closed(self, work: Callable[[Games], T]) -> T:
        if self._pubsub.closed:
            raise UnavailableError("the server is about to end")
        return self._worker.do(work)


# What follows is done in the other process.


def _ended(games: Games, *, table_id: str, game_id: str) -> Ended | None:
    game = games.ended(table_id, game_id)
    if game is None:
        return None
    record = game.record
    return Ended(
        game=game_id,
        table_id=table_id,
        rules=record.rules,
        seats=record.seats,
        events=len(record.events),
        rounds=len(game.end.past),
        abandoned=isinstance(record.events[-1], Abandoned),
        daily=game.daily,
    )


def _on_game(games: Games, *, work: Callable[[EndedGame], T], table_id: str, game_id: str) -> T:
    game = games.ended(table_id, game_id)
    if game is None:
        raise no_record()
    return work(game)


def _own_round(games: Games, *, table_id: str, game_id: str, seat: int, round: int) -> Round:
    record = record_in(table_id, game_id, games.load(table_id))
    assert record is not None
    return round_so_far(record, seat, round)
