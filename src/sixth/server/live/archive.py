"""The archive of games that are over; games that go on are not in it, as they have hidden cards.

To read, replay or draw a game takes up to a second. A separate process does one such job after the other, so
that other requests do not wait: a thread of the server would hold Python's lock.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from itertools import takewhile
from typing import Final, Literal, NamedTuple, TypeVar

from sqlalchemy import select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from sixth.i18n import current_language, using_language
from sixth.rules.events import Abandoned, Chose, Event, GameEnded, Picked, Took
from sixth.rules.options import Rules
from sixth.rules.record import Record, Seat
from sixth.rules.state import State
from sixth.server.cluster.pubsub import PubSub
from sixth.server.core.errors import EndingError, UnavailableError
from sixth.server.core.refusals import NotFound
from sixth.server.live.worker import Worker
from sixth.server.protocol.dealt import sealed_until
from sixth.server.store import schema
from sixth.server.store.engine import first_line, make_engine
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import loads_event
from sixth.server.table.events import Began, Confirmed, OwnEvent, TableEvent
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.seats import marks_of
from sixth.server.table.state import Table, seats_of

T = TypeVar("T")

_MAX_EVENTS: Final = 100_000
"""Events of all games in the cache, which has at least one game."""

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

    `daily` is the name of the deal that everybody gets (`protocol.dealt`), or "". A game is `abandoned` when
    all players leave. `proofs` are the hashes of the tokens of its seats, None for bots.
    """

    game: str
    table_id: str
    rules: Rules
    seats: tuple[Seat, ...]
    events: int
    rounds: int
    abandoned: bool
    daily: str
    proofs: tuple[str | None, ...] = ()

    def is_sealed(self, now: int) -> bool:
        """Return whether at a time, in milliseconds since 1970, only the players may see the game.

        Others may still play the same deal (`protocol.dealt`).
        """
        until = sealed_until(self.daily)
        return until is not None and datetime.fromtimestamp(now / 1000, UTC).date() < until


class Decision(NamedTuple):
    """A decision of a seat in a game; `turn` counts the seat's picks of the round where cards are picked."""

    seat: int
    round: int
    turn: int
    kind: Literal["choose", "take", "pick"]


class EndedGame:
    """An ended game: its `record`, and the `table` as its seats were then, without the game.

    `log` has all events of the table.
    """

    def __init__(self, record: Record, table: Table, log: Iterable[TableEvent]) -> None:
        self.record, self.table, self._log = record, table, log

    def __len__(self) -> int:
        return len(self.record.events)

    @property
    def daily(self) -> str:
        """The name of the deal that everybody gets (`protocol.dealt`), or ""."""
        return self.table.daily

    @property
    def marks(self) -> tuple[int, ...]:
        """The number of the shape of each seat."""
        return marks_of(self.table.sitters)

    @cached_property
    def end(self) -> State:
        """The state after the last event."""
        return self.record.state()

    @cached_property
    def by_stand_ins(self) -> frozenset[Decision]:
        """The decisions that bots of the site made for people who were away, or whose time was up."""
        return frozenset(_by_stand_ins(self.table.id, self.record.game, self._log))


class Games:
    """A cache of ended games, which `load` reads from the logs of their tables."""

    def __init__(self, load: Callable[[str], Iterable[TableEvent]]) -> None:
        self.load = load
        self._cache: OrderedDict[str, EndedGame] = OrderedDict()

    def ended(self, table_id: str, game_id: str) -> EndedGame | None:
        """Return an ended game of a table; None for one that goes on or is unknown."""
        game = self._cache.get(game_id)
        if game is None:
            log = tuple(self.load(table_id))
            played = game_in(table_id, game_id, log)
            last = next(reversed(played[0].events), None) if played else None
            if played is None or not isinstance(last, GameEnded | Abandoned):
                return None
            game = self._cache[game_id] = EndedGame(*played, log)
        self._cache.move_to_end(game_id)
        while len(self._cache) > 1 and sum(map(len, self._cache.values())) > _MAX_EVENTS:
            self._cache.popitem(last=False)
        return game


def record_in(table_id: str, game_id: str, events: Iterable[TableEvent]) -> Record | None:
    """Return the record of a game, as far as it has been played, from the events of its table."""
    game = game_in(table_id, game_id, events)
    return game and game[0]


def game_in(table_id: str, game_id: str, events: Iterable[TableEvent]) -> tuple[Record, Table] | None:
    """Return the record of a game, as far as it has been played, and its table with the seats of then."""
    log = iter(events)
    own: list[TableEvent] = []
    for began in log:
        if isinstance(began, OwnEvent):
            # Who sits where does not depend on how earlier games were played.
            own.append(began)
        if isinstance(began, Began) and began.game == game_id:
            break
    else:
        return None
    moves: list[Event] = []
    for event in takewhile(lambda event: not isinstance(event, Began), log):
        if not isinstance(event, OwnEvent):
            moves.append(event)
        elif not (moves and isinstance(moves[-1], GameEnded | Abandoned)):
            # A player who took over from a bot counts only if that was before the end of the game.
            own.append(event)
    table = fold(table_id, own)
    return Record(game_id, table.rules, seats_of(table.sitters), began.started, tuple(moves)), table


def _by_stand_ins(table_id: str, game_id: str, log: Iterable[TableEvent]) -> set[Decision]:
    """Return the decisions of a game, whose table has this log, that bots made for people."""
    by_bots, picks = set[Decision](), Counter[tuple[int, int]]()
    opening, *events = log
    table = fold(table_id, [opening])
    for event in events:
        state, is_own = table.state, isinstance(event, OwnEvent)
        if state is not None and table.game_id == game_id and (not is_own or isinstance(event, Confirmed)):
            decision = _decision(event, state, picks)
            if decision is not None:
                each = table.seats[decision.seat]
                # Of several choices in a turn the last one counts.
                by_bots.discard(decision)
                if (each.lent or each.stand_in is not None) and not isinstance(event, Confirmed):
                    by_bots.add(decision)
        if isinstance(event, GameEnded | Abandoned) and table.game_id == game_id:
            break
        table = apply_event(table, event)
    return by_bots


def _decision(event: TableEvent, state: State, picks: Counter[tuple[int, int]]) -> Decision | None:
    match event:
        case Chose(seat) | Confirmed(seat):
            return Decision(seat, state.round, state.turn, "choose")
        case Took(seat):
            return Decision(seat, state.round, state.turn, "take")
        case Picked(seat):
            picks[seat, state.round] += 1
            return Decision(seat, state.round, picks[seat, state.round], "pick")
    return None


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

    async def has(self, game_id: str) -> bool:
        """Return whether an ended game can be read; others may still play its deals (`held_tables`)."""
        return await asyncio.to_thread(self._store.table_of, game_id) is not None

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
    engine, log = make_engine(url, read_only=True), schema.log

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
        proofs=tuple([each.token for each in game.table.seats]),
    )


def _on_game(games: Games, *, work: Callable[[EndedGame], T], table_id: str, game_id: str) -> T:
    game = games.ended(table_id, game_id)
    if game is None:
        raise no_record()
    return work(game)
