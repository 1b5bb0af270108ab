"""Bots playing whole games against each other, and what came of it, from one seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Final

from sixth.bots.registry import make, short
from sixth.rules.events import RoundEnded
from sixth.rules.options import SEATS, Rules
from sixth.rules.play import Game
from sixth.rules.record import Seat

MAX_ROUNDS: Final = 10_000
"""A game in which nobody takes any heads would go on for ever."""

_WHOLE_WIN: Final = lcm(*range(1, SEATS.stop))
"""A win, so that shared ones are whole numbers, which add up the same in every order."""


def play_games(
    rules: Rules, bots: Sequence[str], *, games: int, seed: int, max_rounds: int = MAX_ROUNDS
) -> Iterator[Game]:
    """Play games between the bots of these names, a seat each; yield each game when it is over.

    The same seed gives the same games.

    A game that has not ended after `max_rounds` rounds is abandoned.
    """
    seats = _seats(bots)
    for number in range(1, games + 1):
        root = f"{seed} {number}"
        players = [make(name, seed=f"{root} {seat}") for seat, name in enumerate(bots)]
        game = Game(rules, seed=root, seats=seats, game=f"simulate-{seed}-{number}")
        game.play(players, max_rounds=max_rounds)
        yield game


def _seats(bots: Sequence[str]) -> tuple[Seat, ...]:
    """Name each seat by its bot, and by which of several it is."""
    counted: Counter[str] = Counter()
    seats = []
    for name in bots:
        shown = short(name)
        counted[shown] += 1
        seats.append(Seat(f"{shown} {counted[shown]}", name))
    return tuple(seats)


@dataclass
class Tally:
    """What came of several games between the same seats, all in whole numbers."""

    seats: int
    games: int = 0
    abandoned: int = 0
    rounds: int = 0
    heads: list[int] = field(init=False)
    rounds_in: list[int] = field(init=False)
    _wins: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.heads, self.rounds_in, self._wins = ([0] * self.seats for _ in range(3))

    def add(self, game: Game) -> None:
        """Count a game that is over."""
        self.games += 1
        self.abandoned += not game.winners
        seats_in = set(range(self.seats))
        for event in game.events:
            if isinstance(event, RoundEnded):
                self.rounds += 1
                for seat in seats_in:
                    self.heads[seat] += event.heads[seat]
                    self.rounds_in[seat] += 1
                seats_in.difference_update(event.out)
        for seat in game.winners:
            self._wins[seat] += _WHOLE_WIN // len(game.winners)

    def heads_a_round(self, seat: int) -> float:
        """Return the mean heads of the rounds that this seat was in."""
        return self.heads[seat] / max(1, self.rounds_in[seat])

    def heads_a_game(self, seat: int) -> float:
        """Return the mean total of this seat at the end of a game."""
        return self.heads[seat] / max(1, self.games)

    def wins(self, seat: int) -> float | None:
        """Return the share of finished games that this seat won; several winners share one."""
        finished = self.games - self.abandoned
        return self._wins[seat] / (_WHOLE_WIN * finished) if finished else None
