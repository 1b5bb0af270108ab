"""The archive of games that are over; games that go on are not in it, as they have hidden cards.

To read, replay or draw a game takes up to a second. A separate process does one such job after the other, so
that other requests do not wait: a thread of the server would hold Python's lock.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, TypeVar

from sqlalchemy import select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from sixth.i18n import current_language, using_language
from sixth.rules.events import Abandoned
from sixth.rules.options import Rules
from sixth.rules.record import Seat
from sixth.server.cluster.pubsub import PubSub
from sixth.server.core.errors import EndingError, UnavailableError
from sixth.server.core.refusals import NotFound
from sixth.server.live.ended.game import EndedGame, Games
from sixth.server.live.worker import Worker
from sixth.server.store.engine import first_line, make_engine
from sixth.server.store.schema import log
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import loads_event
from sixth.server.table.events import TableEvent

T = TypeVar("T")

_MAX_SUMMARIES: Final = 1000
"""Summaries of ended games in the cache."""

_NICENESS: Final = 5
"""A lower priority than that of the server, which answers other requests."""


def no_record() -> NotFound:
    """Return the refusal for a game that is unknown or goes on; it does not say which."""
    return NotFound(
        "no-record", "There is no finished game of that name; a game can be replayed once it is over."
    )


@dataclass(frozen=True)
class GameSummary:
    """The main facts of an ended game: its name `game`, and the number of its `events` and complete `rounds`.

    `daily` is the day whose deal it had, as YYYY-MM-DD, or "". A game is `abandoned` when all players leave.
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
    """Finds ended games by their names, and has a separate process work on them."""

    def __init__(self, store: SqlStore, pubsub: PubSub) -> None:
        self._store, self._pubsub = store, pubsub
        self._worker = Worker(_NICENESS)
        self._summaries: OrderedDict[str, GameSummary] = OrderedDict()

    async def find(self, game_id: str) -> GameSummary | None:
        """Return the summary of an ended game at any table; None if the game goes on or is unknown."""
        table_id = await asyncio.to_thread(self._store.table_of, game_id)
        if table_id is None:
            return None
        summary = self._summaries.get(game_id) or await self.run(
            partial(_summary, table_id=table_id, game_id=game_id)
        )
        if summary is not None:
            self._summaries[game_id] = summary
            self._summaries.move_to_end(game_id)
            if len(self._summaries) > _MAX_SUMMARIES:
                self._summaries.popitem(last=False)
        return summary

    async def get(self, game_id: str) -> GameSummary:
        """Return the summary of an ended game at any table.

        Raises:
            Refusal: the game goes on or is unknown.
        """
        summary = await self.find(game_id)
        if summary is None:
            raise no_record()
        return summary

    async def do(self, work: Callable[[EndedGame], T], game: GameSummary) -> T:
        """Return `work(game)`, computed in the process for ended games when its turn comes.

        `work` is a function of a module, or a `partial` of one.

        Raises:
            Refusal: the game is gone.
            UnavailableError: the server is about to end.
        """
        return await self.run(partial(_on_game, work=work, table_id=game.table_id, game_id=game.game))

    async def run(self, work: Callable[[Games], T]) -> T:
        """Return `work(games)` of the process for ended games; raise `UnavailableError` at its end."""
        if self._pubsub.closed:
            raise EndingError
        return await self._worker.do(partial(_work, self._store.url, current_language(), work))

    def forget(self, table_ids: Collection[str]) -> None:
        """Drop the games of tables whose logs were changed, also in the other process."""
        for game_id, summary in list(self._summaries.items()):
            if summary.table_id in table_ids:
                del self._summaries[game_id]
        self._worker.restart()

    def close(self) -> None:
        """End the running job, and begin no other."""
        self._worker.close()


# These functions run in the other process, which only reads the database.


@cache
def _games(url: URL) -> Games:
    engine = make_engine(url, read_only=True)

    def load(table_id: str) -> tuple[TableEvent, ...]:
        query = select(log.c.happening).where(log.c.table_id == table_id).order_by(log.c.version)
        with engine.connect() as connection:
            bodies = connection.execute(query).scalars().all()
        return tuple(loads_event(body) for body in bodies)

    return Games(load)


def _work(url: URL, language: str, work: Callable[[Games], T]) -> T:
    try:
        with using_language(language):
            return work(_games(url))
    except SQLAlchemyError as error:
        raise UnavailableError(first_line(error)) from None


def _summary(games: Games, *, table_id: str, game_id: str) -> GameSummary | None:
    game = games.ended(table_id, game_id)
    if game is None:
        return None
    record = game.record
    return GameSummary(
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
