"""How somebody's own bot fares in the games that this site saw it play, and how sure that is. Pure.

Counted by rounds. Whoever leaves in the middle of a round, or is late, is charged as in the arena: one head
more than the highest of the others, or their own if those are more. So nobody fares better by leaving.
Rounds of one game are alike, so intervals come from games: that of a ratio of two sums (Cochran, Sampling
Techniques, 6.4), with Student's distribution for so many games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from sixth.quantiles import student
from sixth.rules.codec import dumps, loads
from sixth.rules.events import GameEnded
from sixth.server.table.events import Began, StoodIn, TableEvent, TimedOut
from sixth.server.table.state import Table, apply_event, fold

MIN_GAMES: Final = 5
"""Fewer games say too little for any interval."""


class Estimate(NamedTuple):
    """A mean, and its 95 % interval."""

    mean: float
    low: float
    high: float


class Fares(NamedTuple):
    """Sums over games: `left` are those in which a stand-in played for the bot, `won` those that it won.

    In each it played `rounds` for so many `heads`, and had `less` heads than the others of its table had on
    average. The others are sums of squares and products of these three, from which intervals follow.
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
    def of_game(cls, rounds: Sequence["RoundPlayed"], *, won: bool, left: bool = False) -> "Fares":
        """Return how it fared in one game; nothing where it played no round of it."""
        if not rounds:
            return NO_FARES
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
    def of_text(cls, text: str) -> "Fares":
        """Return what `to_text` wrote."""
        return cls(**loads(text))

    def to_text(self) -> str:
        """Return it as JSON."""
        return dumps(self._asdict())

    def plus(self, more: "Fares") -> "Fares":
        """Return the sums over the games of both."""
        added = [one + other for one, other in zip(self, more, strict=True)]
        return Fares._make(added)

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


NO_FARES: Final = Fares()


@dataclass(slots=True)
class RoundPlayed:
    """A round: the heads that the bot is charged, the others' on average, and if it was late or had left."""

    heads: int
    others: float
    late: bool


def fares_in(table_id: str, log: Iterable[TableEvent], game: str, proof: str) -> Fares:
    """Return how whoever holds the token of this hash fared in a game of this log."""
    events = iter(log)
    opened = next(events, None)
    if opened is None:
        # It was deleted meanwhile.
        return NO_FARES
    table = fold(table_id, [opened])
    seen: _Seen | None = None
    for event in events:
        table = apply_event(table, event)
        if isinstance(event, Began) and event.game == game:
            if table.rules.goal == "most":
                # More heads are better there, so they are not counted with the others.
                return NO_FARES
            seen = _Seen(table, proof)
        elif seen is not None:
            seen.after(table, event)
            if isinstance(event, GameEnded):
                won = seen.seat is not None and seen.seat in event.winners
                return Fares.of_game(seen.rounds, won=won, left=seen.left)
    return NO_FARES


class _Seen:
    """What is seen of one seat in a game."""

    def __init__(self, table: Table, proof: str) -> None:
        self.rounds: list[RoundPlayed] = []
        self.seat: int | None = None
        self.left = False
        self._proof, self._past, self._round = proof, 0, 0
        self._late = self._removed = False
        self._in: tuple[int, ...] = ()

    def after(self, table: Table, event: TableEvent) -> None:
        state = table.state
        if state is None:
            return
        if state.round != self._round:
            self._round, self._in = state.round, state.seats_in
            self.seat = table.tokens.index(self._proof) if self._proof in table.tokens else None
            # A round that a stand-in has from the beginning is none of theirs.
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
