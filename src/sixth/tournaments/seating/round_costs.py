"""What a round costs: as numbers for the search, and as figures for the host."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from sixth.tournaments.events import Player, Tables
from sixth.tournaments.seating.history import History, size_shares
from sixth.tournaments.seating.seats import seat_imbalance, seats_at
from sixth.tournaments.seating.swaps import Costs, Seating, greedy

LOT_UNIT: Final = 60
"""The cost of a repeated meeting by lot; of a pair that has met n times, n² times as much."""

SIZE_WEIGHT: Final = 2
"""How many repeated meetings it weighs to sit at one more table of a size than one's share."""

TEAM: Final = 10**12
"""The cost of two members of a team at one table, more than all others together."""


class SeatingCost(NamedTuple):
    """What a round costs; the lower one of two is better.

    `total` is what the search makes small, and `seats` decides between equals: how uneven the seats are after
    the round, in hundredths of a square. For the host: `teammates` are pairs of a team at one table,
    `repeats` pairs who have met before, `spread` the points between the first and the last of each table,
    summed up, and `sizes` how unevenly the tables of unequal size are shared after the round, as `seats`.
    """

    total: int
    seats: int
    teammates: int
    repeats: int
    spread: float
    sizes: int


class RoundCosts:
    """A round to be seated, with its players as numbers and its costs as the search takes them."""

    def __init__(
        self,
        players: Sequence[Player],
        history: History,
        sizes: Sequence[int],
        groups: Mapping[Player, float] | None,
        teams: Mapping[Player, str] | None,
    ) -> None:
        self.names = sorted(players)
        self.number = {player: number for number, player in enumerate(self.names)}
        if len(self.number) < len(players) or sum(sizes) != len(players) or min(sizes, default=0) < 1:
            raise ValueError("each player sits once, and the tables are as large as there are players")
        self.history, self.sizes, self.groups = history, tuple(sizes), groups
        self.teams = teams or {}
        self.met = [[0] * len(players) for _ in players]
        for (one, other), times in history.met.items():
            if one in self.number and other in self.number:
                first, second = self.number[one], self.number[other]
                self.met[first][second] = self.met[second][first] = times
        self.ranks = None if groups is None else _ranks([groups.get(player, 0) for player in self.names])
        # A swap between two neighbouring tables costs at most so much, with ranks counted in halves.
        unit = LOT_UNIT if groups is None else 8 * max(sizes) ** 3
        step = SIZE_WEIGHT * unit if len(set(sizes)) > 1 else 0
        self.costs = Costs(self._pairs(unit), self._places(step), unit, step, near=groups is not None)

    def _pairs(self, unit: int) -> list[list[int]]:
        pairs = [[unit * times**2 for times in row] for row in self.met]
        if self.ranks is not None:
            for row, rank in zip(pairs, self.ranks, strict=True):
                row[:] = [each + (rank - its) ** 2 for each, its in zip(row, self.ranks, strict=True)]
        for one, other in combinations([each for each in self.names if self.teams.get(each)], 2):
            if self.mates(one, other):
                first, second = self.number[one], self.number[other]
                pairs[first][second] += TEAM
                pairs[second][first] += TEAM
        return pairs

    def _places(self, step: int) -> list[dict[int, int]]:
        kinds = sorted(set(self.sizes))
        excess = [[self.history.size_excess(player, size) for size in kinds] for player in self.names]
        return [
            {size: round(step * (each - min(of))) for size, each in zip(kinds, of, strict=True)}
            for of in excess
        ]

    def mates(self, one: Player, other: Player) -> bool:
        """Whether two players are of one team."""
        return bool(self.teams.get(one)) and self.teams[one] == self.teams.get(other)

    def is_tight(self, rounds: int) -> bool:
        """Whether so many rounds use up half of the players whom somebody can still meet."""
        met = max(sum(times > 0 for times in row) for row in self.met)
        return 2 * (met + rounds * (max(self.sizes) - 1)) >= len(self.names) - 1

    def greedy(self, rng: Random) -> Seating:
        """Return tables filled one after the other, by lot or from the most points down."""
        order = rng.sample(range(len(self.names)), len(self.names))
        sizes = self.sizes
        if self.ranks is not None:
            order.sort(key=self.ranks.__getitem__)
            sizes = self._sizes_down(order)
        return greedy(self.costs, sizes, order)

    def _sizes_down(self, order: Sequence[int]) -> tuple[int, ...]:
        """Return the sizes from the table with the most points down, the unusual where they cost least."""
        usual = Counter(self.sizes).most_common(1)[0][0]
        others = [size for size in self.sizes if size != usual]
        usuals = [usual] * (len(self.sizes) - len(others))
        choices = []
        for at in range(len(usuals) + 1 if others else 1):
            sizes = (*usuals[:at], *others, *usuals[at:])
            left = iter(order)
            tables = [[next(left) for _ in range(size)] for size in sizes]
            choices.append((self.costs.of(tables), sizes))
        return min(choices)[1]

    def seated(self, tables: Seating, rng: Random) -> Tables:
        """Return the tables by name, in the order of their seats."""
        if (ranks := self.ranks) is not None:
            tables = sorted(tables, key=lambda table: sum(ranks[each] for each in table) / len(table))
        return tuple(seats_at([self.names[each] for each in table], self.history, rng) for table in tables)

    def cost(self, tables: Tables) -> SeatingCost:
        """Return what these tables cost."""
        numbers = [[self.number[player] for player in table] for table in tables]
        points = self.groups or {}
        both = [pair for table in tables for pair in combinations(table, 2)]
        spreads = [[points.get(player, 0) for player in table] for table in tables]
        return SeatingCost(
            total=self.costs.of(numbers),
            seats=round(100 * seat_imbalance(tables, self.history)),
            teammates=sum(self.mates(one, other) for one, other in both),
            repeats=sum(self.met[self.number[one]][self.number[other]] > 0 for one, other in both),
            spread=sum(max(each) - min(each) for each in spreads),
            sizes=round(100 * self._size_imbalance(tables)),
        )

    def _size_imbalance(self, tables: Tables) -> float:
        share = size_shares(self.sizes)
        return sum(
            (self.history.size_excess(player, size) + (size == len(table)) - part) ** 2
            for table in tables
            for player in table
            for size, part in share.items()
        )


def _ranks(points: Sequence[float]) -> list[int]:
    """Return the place of each in the order of points, counted in halves; equals share one."""
    ordered = sorted(points, reverse=True)
    first: dict[float, int] = {}
    for at, each in enumerate(ordered):
        first.setdefault(each, at)
    times = Counter(points)
    return [2 * first[each] + times[each] - 1 for each in points]
