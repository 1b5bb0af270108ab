"""What each player has from the rounds of a tournament: points, relative heads, heads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from sixth.tournaments.events import Player
from sixth.tournaments.plan import Plan
from sixth.tournaments.scores.points import POINT, table_points, table_relative
from sixth.tournaments.state import Round

CENT: Final = 100
"""The parts of a head in which the costs of choices are counted."""


@dataclass(slots=True)
class Total:
    """The sums of one player: `points` and `relative` heads in parts of `POINT`.

    `choices` are what own choices cost, in parts of `CENT`, in the rounds that are `judged`.
    """

    points: int = 0
    relative: int | Fraction = 0
    heads: int = 0
    rounds: int = 0
    choices: int = 0
    judged: int = 0


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
        _add_choices(sums, round)
    return sums


def _add_choices(sums: Mapping[Player, Total], played: Round) -> None:
    for number, result in played.results.items():
        if not (result.holds and result.costs):
            continue
        for player, cost in zip(played.tables[number - 1], result.costs, strict=True):
            if cost is not None:
                sums[player].choices += round(cost * CENT)
                sums[player].judged += 1


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
