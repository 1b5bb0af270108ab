"""Figures of a table's games: the most expensive rows, and how often each player won. Pure."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.rules.events import Chose, Event, GameEnded, Placed, Took
from sixth.rules.options import Rules
from sixth.server.table.seats import SeatState

MAX_TAKES: Final = 3


class CostlyRow(NamedTuple):
    """A row that a seat took with a card, at that step of a replay, for that many heads."""

    heads: int
    step: int
    round: int
    seat: int
    card: int


class Tally(NamedTuple):
    """The figures of a table's games.

    `steps` counts the steps of a replay so far. `takes` are the `MAX_TAKES` most expensive rows of this
    game, most expensive first, then the most expensive of each other seat. `wins` counts wins by name, as
    people may change seats between games.
    """

    steps: int = 0
    takes: tuple[CostlyRow, ...] = ()
    wins: tuple[tuple[str, int], ...] = ()

    def for_game(self) -> "Tally":
        """Return the tally at the beginning of the next game."""
        return Tally(wins=self.wins)

    def after(self, event: Event, rules: Rules, round: int, seats: Sequence[SeatState]) -> "Tally":
        """Return the tally after an event of the game on `seats`."""
        match event:
            case Chose() | Took():
                # A replay has no steps for these.
                return self
            case Placed(seat=seat, card=card, taken=taken) if taken:
                heads = rules.heads_in(taken)
                takes = [*self.takes, CostlyRow(heads, self.steps + 1, round, seat, card)]
                return self._replace(steps=self.steps + 1, takes=_most_expensive(takes))
            case GameEnded(winners=winners):
                wins = dict(self.wins)
                for who in [seats[seat].sitter for seat in winners]:
                    if who is not None:
                        wins[who.name] = wins.get(who.name, 0) + 1
                return self._replace(steps=self.steps + 1, wins=tuple(wins.items()))
        return self._replace(steps=self.steps + 1)


def _most_expensive(takes: Sequence[CostlyRow]) -> tuple[CostlyRow, ...]:
    ranking = sorted(takes, key=lambda take: (-take.heads, take.step))
    seats = [take.seat for take in ranking]
    return tuple([take for at, take in enumerate(ranking) if at < MAX_TAKES or take.seat not in seats[:at]])


NO_TALLY: Final = Tally()
