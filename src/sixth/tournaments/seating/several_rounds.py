"""The search for several rounds at once: each is seated anew, again and again, given all the others.

Rounds that are seated one after the other use up the strangers whom later rounds would need: of 16 people
hardly ever five rounds are left without a repeated meeting, though there are five.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from sixth.tournaments.seating.swaps import Costs, Matrix, Seating, greedy, improved

PASSES: Final = 60
"""How often all rounds are seated at most for each of four rounds or fewer, in all plans together."""

HOPELESS_PASSES: Final = 12
"""How often where pairs have to meet again."""

PATIENCE: Final = 2
"""After how many passes that do not make it cheaper a plan is given up for a new one."""

ROUND_EFFORT: Final = 3_000
"""The effort of the search each time that a round is seated."""


def several_rounds(
    costs: Costs, met: Matrix, sizes: Sequence[int], rng: Random, *, rounds: int, effort: int
) -> list[Seating]:
    """Return this round and those after it, the cheapest together of many tried.

    `costs` are those of this round, `met` how often each pair has met before it. `effort` is that of the
    search for one round; this one takes up to forty times as much.
    """
    players = len(met)
    passes = min(PASSES * min(rounds, 4), 1 + 40 * effort // (rounds * (ROUND_EFFORT + players**2)))
    meetings = rounds * sum(size * (size - 1) for size in sizes)
    if meetings + sum(sum(map(bool, row)) for row in met) > players * (players - 1):
        passes = min(passes, HOPELESS_PASSES)
    best, kept = -1, []
    while passes > 0:
        plan = _Plan(costs, met, sizes)
        least, patience = -1, PATIENCE
        while passes > 0 and patience > 0:
            for number in range(rounds):
                plan.seat(number, rng)
            passes -= 1
            above = sum(map(plan.above, range(rounds)))
            patience = PATIENCE if least < 0 or above < least else patience - 1
            least = above if least < 0 else min(least, above)
            if best < 0 or above < best:
                best, kept = above, list(plan.rounds)
            if best == 0:
                return kept
    return kept


class _Plan:
    """Several rounds that are being seated, with who meets whom and who sits at tables of which size."""

    def __init__(self, costs: Costs, met: Matrix, sizes: Sequence[int]) -> None:
        self.of_now, self.sizes, self.unit = costs, sizes, costs.unit
        self.rounds: list[Seating] = []
        self.met = [list(row) for row in met]
        self.sat = [dict.fromkeys(sizes, 0) for _ in met]
        self.fixed = [
            [cost - costs.unit * times**2 for cost, times in zip(*rows, strict=True)]
            for rows in zip(costs.pairs, met, strict=True)
        ]

    def seat(self, number: int, rng: Random) -> None:
        """Seat a round given all others: the next one, or one of those that are seated anew."""
        if number < len(self.rounds):
            self._count(self.rounds[number], -1)
            costs, begin = self._costs(), self.rounds[number]
        else:
            costs = self._costs()
            begin = greedy(costs, self.sizes, rng.sample(range(len(self.met)), len(self.met)))
        self.rounds[number : number + 1] = [improved(costs, begin, rng, ROUND_EFFORT)]
        self._count(self.rounds[number], 1)

    def above(self, number: int) -> int:
        """Return by how much the cost of a round, given all others, is above a bound of what it must be."""
        tables = self.rounds[number]
        self._count(tables, -1)
        costs = self._costs()
        self._count(tables, 1)
        return costs.of(tables) - costs.least(self.sizes)

    def _costs(self) -> Costs:
        pairs = [
            [cost + self.unit * times**2 for cost, times in zip(*rows, strict=True)]
            for rows in zip(self.fixed, self.met, strict=True)
        ]
        places = [
            {size: cost + self.of_now.size_step * sat[size] for size, cost in place.items()}
            for place, sat in zip(self.of_now.places, self.sat, strict=True)
        ]
        return Costs(pairs, places, self.unit)

    def _count(self, tables: Seating, times: int) -> None:
        for table in tables:
            for one in table:
                self.sat[one][len(table)] += times
                for other in table:
                    if one != other:
                        self.met[one][other] += times
