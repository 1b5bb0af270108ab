"""The seats at a table: those who have had a seat least get it."""

from collections.abc import Iterable, Sequence
from random import Random

from sixth.tournaments.events import Player, Tables
from sixth.tournaments.seating.history import History


def seats_at(table: Sequence[Player], history: History, rng: Random) -> tuple[Player, ...]:
    """Return the players of a table in the order of their seats, as even as can be; else a lot decides."""
    order = rng.sample(table, len(table))
    size = len(order)
    excess = [[history.seat_excess(player, seat) for seat in range(size)] for player in order]
    # By the set of those who sit, as bits, on the first seats: the least sum of excesses, and who came last.
    best: list[tuple[float, int]] = [(0.0, -1)] * (1 << size)
    for sitting in range(1, 1 << size):
        row = sitting.bit_count() - 1
        best[sitting] = min(
            (best[sitting ^ (1 << one)][0] + excess[one][row], one)
            for one in range(size)
            if sitting >> one & 1
        )
    seated: list[Player] = []
    sitting = (1 << size) - 1
    while sitting:
        last = best[sitting][1]
        seated.append(order[last])
        sitting ^= 1 << last
    return tuple(reversed(seated))


def seat_imbalance(tables: Tables, history: History) -> float:
    """Return how uneven the seats of the players are after this round: a sum of squares, at best near 0."""
    return sum(
        _square(
            history.seat_excess(player, other) + (other == seat) - (other < len(table)) / len(table)
            for other in range(max(len(table), *history.sizes.get(player, ()), 0))
        )
        for table in tables
        for seat, player in enumerate(table)
    )


def _square(values: Iterable[float]) -> float:
    return sum(value**2 for value in values)
