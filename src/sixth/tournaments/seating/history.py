"""The rounds before one that is seated: who has met whom, and sat where."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from sixth.tournaments.events import Player, Tables

Pair = tuple[Player, Player]
"""Two players, the lower id first."""


def pairs(table: Iterable[Player]) -> Iterable[Pair]:
    """Return the pairs of players at a table."""
    return combinations(sorted(table), 2)


class History(NamedTuple):
    """Who has met whom and sat where, in the rounds that were played.

    `met` has how often each pair has met. By player: `seats`, how often they had each seat; `sizes`, how
    often they sat at a table of each size; `shares`, how often they would have if each round they played had
    shared its tables equally.
    """

    met: Mapping[Pair, int]
    seats: Mapping[Player, Mapping[int, int]]
    sizes: Mapping[Player, Mapping[int, int]]
    shares: Mapping[Player, Mapping[int, float]]

    @classmethod
    def of(cls, rounds: Iterable[Tables]) -> "History":
        """Return the history of rounds."""
        met: Counter[Pair] = Counter()
        seats: dict[Player, Counter[int]] = {}
        sizes: dict[Player, Counter[int]] = {}
        shares: dict[Player, dict[int, float]] = {}
        for tables in rounds:
            share = size_shares([len(table) for table in tables])
            for table in tables:
                met.update(pairs(table))
                for seat, player in enumerate(table):
                    seats.setdefault(player, Counter())[seat] += 1
                    sizes.setdefault(player, Counter())[len(table)] += 1
                    due = shares.setdefault(player, {})
                    for size, part in share.items():
                        due[size] = due.get(size, 0.0) + part
        return cls(met, seats, sizes, shares)

    def size_excess(self, player: Player, size: int) -> float:
        """Return how much more often than their share a player has sat at tables of a size."""
        return self.sizes.get(player, {}).get(size, 0) - self.shares.get(player, {}).get(size, 0.0)

    def seat_excess(self, player: Player, seat: int) -> float:
        """Return how much more often than the others at their tables a player has had a seat."""
        due = sum(times / size for size, times in self.sizes.get(player, {}).items() if seat < size)
        return self.seats.get(player, {}).get(seat, 0) - due


def size_shares(sizes: Collection[int]) -> dict[int, float]:
    """Return for each size of table the share of the players who sit at one."""
    players = sum(sizes)
    return {size: size * times / players for size, times in sorted(Counter(sizes).items())}
