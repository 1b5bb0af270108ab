"""What each player has from the rounds of a tournament: points, relative heads, heads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sixth.tournaments.events import Player
from sixth.tournaments.plan import Plan
from sixth.tournaments.scores.points import POINT, table_points, table_relative
from sixth.tournaments.state import Round


@dataclass(slots=True)
class Total:
    """The sums of one player: `points` and `relative` heads in parts of `POINT`."""

    points: int = 0
    relative: int | Fraction = 0
    heads: int = 0
    rounds: int = 0


def totals(plan: Plan, rounds: Iterable[Round]) -> dict[Player, Total]:
    """Return the sums of all who sit at tables of these rounds with a result that holds."""
    sums: dict[Player, Total] = {}
    for round in rounds:
        means = _seat_means(round) if plan.duplicate else {}
        for players, heads in round.holding():
            relative = _relative(plan, heads, means)
            points = table_points(plan, heads)
            for seat, player in enumerate(players):
                total = sums.get(player)
                if total is None:
                    total = sums[player] = Total()
                total.points += points[seat]
                total.relative += relative[seat]
                total.heads += heads[seat]
                total.rounds += 1
    return sums


SeatSums = Mapping[int, tuple[int, list[int]]]
"""By the size of tables: how many there are, and the heads of all of them by seat."""


def _seat_means(round: Round) -> SeatSums:
    sums: dict[int, tuple[int, list[int]]] = {}
    for players, heads in round.holding():
        tables, before = sums.get(len(players), (0, [0] * len(players)))
        sums[len(players)] = tables + 1, [one + other for one, other in zip(before, heads, strict=True)]
    return sums


def _relative(plan: Plan, heads: tuple[int, ...], seats: SeatSums) -> list[int] | list[Fraction]:
    """Return the relative heads by seat; in a duplicate the others are those with the same cards.

    The only table of its size has no others, and is compared as in plain play.
    """
    tables, sums = seats.get(len(heads), (1, []))
    if tables == 1:
        return table_relative(plan, heads)
    sign, others = plan.rules.sign * POINT, tables - 1
    return [
        Fraction(sign * (sums[seat] - own) - sign * own * others, others) for seat, own in enumerate(heads)
    ]
