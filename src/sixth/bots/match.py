"""Whole games between bots from one seed, and their tally."""

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
"""The limit of rounds; without heads to take, a game would never end."""

WHOLE_WIN: Final = lcm(*range(1, SEATS.stop))
"""The value of a win: shared wins are whole numbers, too, whose sum does not depend on their order."""


def play_games(
    rules: Rules, bots: Sequence[str], *, games: int, seed: int, max_rounds: int = MAX_ROUNDS
) -> Iterator[Game]:
    """Play `games` games between the bots with the names `bots`, one a seat; yield each game at its end.

    The same seed gives the same games. A game that has not ended after `max_rounds` rounds is abandoned.

    Raises:
        UnknownBotError: there is no bot of one of the names.
    """
    seats = _seats(bots)
    for number in range(1, games + 1):
        root = f"{seed} {number}"
        players = [make(name, seed=f"{root} {seat}") for seat, name in enumerate(bots)]
        game = Game(rules, seed=root, seats=seats, game=f"simulate-{seed}-{number}")
        game.play(players, max_rounds=max_rounds)
        yield game


def _seats(bots: Sequence[str]) -> tuple[Seat, ...]:
    """Return a seat for each bot, named after it and numbered among equal bots."""
    numbers: Counter[str] = Counter()
    seats = []
    for name in bots:
        label = short(name)
        numbers[label] += 1
        seats.append(Seat(f"{label} {numbers[label]}", name))
    return tuple(seats)


@dataclass
class MatchTally:
    """The results of several games between the same seats, all in whole numbers."""

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
        """Add a game that is over."""
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
            self._wins[seat] += WHOLE_WIN // len(game.winners)

    def heads_a_round(self, seat: int) -> float:
        """Return the mean of heads of `seat` in the rounds that it was in."""
        return self.heads[seat] / max(1, self.rounds_in[seat])

    def heads_a_game(self, seat: int) -> float:
        """Return the mean of totals of `seat` at the end of a game."""
        return self.heads[seat] / max(1, self.games)

    def wins(self, seat: int) -> float | None:
        """Return the share of finished games that `seat` won (None without any); winners share a win."""
        games_with_result = self.games - self.abandoned
        return self._wins[seat] / (WHOLE_WIN * games_with_result) if games_with_result else None
