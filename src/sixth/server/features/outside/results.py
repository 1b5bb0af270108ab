"""The results of a bot from outside in the games that this site saw it play, with their intervals. Pure.

Results are counted by rounds. A bot that leaves in the middle of a round, or is late, is charged as in the
arena: one head more than the highest of the others, or its own heads if those are more. So no bot has better
results by leaving. Rounds of one game are alike, so intervals come from games: that of a ratio of two sums
(Cochran, Sampling Techniques, 6.4), with Student's distribution for so many games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from sixth.quantiles import student
from sixth.rules.codec import dumps, loads
from sixth.rules.events import GameEnded
from sixth.server.live.ended.game import Games
from sixth.server.table.events import Began, StoodIn, TableEvent, TimedOut
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.state import Table

MIN_GAMES: Final = 5
"""Fewer games say too little for any interval."""


class Estimate(NamedTuple):
    """A mean, and its 95 % interval."""

    mean: float
    low: float
    high: float


class Results(NamedTuple):
    """Sums over games: `left` are those in which a stand-in played for the bot, `won` those that it won.

    In each it played `rounds` for so many `heads`, and had `less` heads than the others of its table had on
    average. The others are sums of squares and products of these three, from which intervals follow. The
    database has these names.
    """

    games: int = 0
    left: int = 0
    won: int = 0
    rounds: int = 0
    heads: float = 0.0
    less: float = 0.0
    rounds_rounds: int = 0
    heads_heads: float = 0.0
    heads_rounds: float = 0.0
    less_less: float = 0.0
    less_rounds: float = 0.0

    @classmethod
    def of_game(cls, rounds: Sequence["RoundPlayed"], *, won: bool, left: bool = False) -> "Results":
        """Return the results of one game; `NO_RESULTS` where the bot played no round of it."""
        if not rounds:
            return NO_RESULTS
        count, heads = len(rounds), float(sum(each.heads for each in rounds))
        less = sum(each.others - each.heads for each in rounds)
        left = left or any(each.late for each in rounds)
        return cls(
            games=1,
            left=left,
            won=won and not left,
            rounds=count,
            heads=heads,
            less=less,
            rounds_rounds=count * count,
            heads_heads=heads * heads,
            heads_rounds=heads * count,
            less_less=less * less,
            less_rounds=less * count,
        )

    @classmethod
    def of_text(cls, text: str) -> "Results":
        """Return the results that `to_text` wrote."""
        return cls(**loads(text))

    def to_text(self) -> str:
        """Return the results as JSON."""
        return dumps(self._asdict())

    def plus(self, more: "Results") -> "Results":
        """Return the sums over the games of both."""
        added = [one + other for one, other in zip(self, more, strict=True)]
        return Results._make(added)

    @property
    def mean_heads(self) -> Estimate | None:
        """Heads a round; None with too few games."""
        return self._ratio(self.heads, self.heads_heads, self.heads_rounds)

    @property
    def mean_less(self) -> Estimate | None:
        """Heads a round less than the others of its table; None with too few games."""
        return self._ratio(self.less, self.less_less, self.less_rounds)

    def _ratio(self, of: float, squares: float, products: float) -> Estimate | None:
        if self.games < MIN_GAMES:
            return None
        mean = of / self.rounds
        spread = squares - 2 * mean * products + mean * mean * self.rounds_rounds
        error = sqrt(max(0.0, spread) * self.games / (self.games - 1)) / self.rounds
        half = error * student(self.games - 1)
        return Estimate(mean, mean - half, mean + half)


NO_RESULTS: Final = Results()


@dataclass(slots=True)
class RoundPlayed:
    """A round: the heads that the bot is charged, the others' on average, and if it was late or had left."""

    heads: int
    others: float
    late: bool


class FinishedGame(NamedTuple):
    """A game that is over, and a bot at its table; `proof` is the hash of the token of the bot's seat."""

    game: str
    bot: str
    table: str
    proof: str


def results_of_game(games: Games, *, game: FinishedGame) -> Results:
    """Return the results of a bot in a game."""
    return results_in_log(game.table, games.load(game.table), game.game, game.proof)


def results_in_log(table_id: str, log: Iterable[TableEvent], game: str, proof: str) -> Results:
    """Return the results of the seat with this `proof` in a game of this log."""
    events = iter(log)
    opened = next(events, None)
    if opened is None:
        # The log was deleted meanwhile.
        return NO_RESULTS
    table = fold(table_id, [opened])
    observer: _SeatObserver | None = None
    for event in events:
        table = apply_event(table, event)
        if isinstance(event, Began) and event.game == game:
            if table.rules.goal == "most":
                # More heads are better there, so they are not counted with the others.
                return NO_RESULTS
            observer = _SeatObserver(table, proof)
        elif observer is not None:
            observer.observe(table, event)
            if isinstance(event, GameEnded):
                won = observer.seat is not None and observer.seat in event.winners
                return Results.of_game(observer.rounds, won=won, left=observer.left)
    return NO_RESULTS


class _SeatObserver:
    """An observer of one seat in a game, which collects the rounds that its owner played."""

    def __init__(self, table: Table, proof: str) -> None:
        self.rounds: list[RoundPlayed] = []
        self.seat: int | None = None
        self.left = False
        self._proof, self._past, self._round = proof, 0, 0
        self._late = self._removed = False
        self._in: tuple[int, ...] = ()

    def observe(self, table: Table, event: TableEvent) -> None:
        """Take in the next event of the game, and `table` after it."""
        state = table.state
        if state is None:
            return
        if state.round != self._round:
            self._round, self._in = state.round, state.seats_in
            self.seat = table.tokens.index(self._proof) if self._proof in table.tokens else None
            # A round that a stand-in has from the beginning is not counted.
            self._removed = self.seat is None or not table.in_person(self.seat)
            self._late = False
        match event:
            case StoodIn(seat=seat, why="kicked") if seat == self.seat:
                self._removed = True
            case StoodIn(seat=seat) if seat == self.seat:
                self._late = self.left = True
            case TimedOut(seat=seat) if seat == self.seat:
                self._late = True
        if len(state.past) > self._past:
            self._past = len(state.past)
            self._count(state.past[-1])

    def _count(self, heads: Sequence[int]) -> None:
        if self.seat is None or self.seat not in self._in or self._removed or len(self._in) < 2:
            return
        others = [heads[seat] for seat in self._in if seat != self.seat]
        own = max(heads[self.seat], max(others) + 1) if self._late else heads[self.seat]
        self.rounds.append(RoundPlayed(own, sum(others) / len(others), self._late))
