"""The search behind the seating: players are numbers, costs whole numbers, and a move swaps two players.

Costs are those of pairs at one table and of one player at one table. For each player and table the search
keeps what the player would cost there, so a swap is weighed by a few additions, whatever the costs stand for.
It takes a swap that makes the round no dearer, at times one that does, and remembers the cheapest round. No
floating-point number decides, so a seed gives the same tables on every machine.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log
from random import Random
from typing import Final, NamedTuple

Matrix = Sequence[Sequence[int]]
Seating = list[list[int]]
"""The players of each table."""

_STEEPNESS: Final = tuple(round(-1_000 * log((step + 0.5) / 1_024)) for step in range(1_024))
"""Exponentially distributed numbers in thousandths: how much dearer a swap may be, in temperatures."""

_STAGES: Final = 8
"""The steps in which the search cools down."""


class Costs(NamedTuple):
    """The costs of a round.

    `pairs` has those of each two players at one table, `places` those of each player at a table of each size.
    `unit` is the cost of a repeated meeting, and `size_step` that of one more time at a table of a size than
    one's share. `near` says whether players should stay close to the table where the search begins.
    """

    pairs: Matrix
    places: Sequence[Mapping[int, int]]
    unit: int
    size_step: int = 0
    near: bool = False

    def of(self, tables: Seating) -> int:
        """Return the cost of a round."""
        total = 0
        for table in tables:
            size = len(table)
            for at, player in enumerate(table):
                row = self.pairs[player]
                total += self.places[player][size] + sum([row[other] for other in table[:at]])
        return total

    def least(self, sizes: Sequence[int]) -> int:
        """Return a cost that no round with tables of these sizes is below."""
        kinds = sorted(set(sizes))
        if len(kinds) != 2:
            return sum(min(each[size] for size in kinds) for each in self.places)
        one, other = kinds
        gain = sorted(each[one] - each[other] for each in self.places)
        return sum(each[other] for each in self.places) + sum(gain[: one * list(sizes).count(one)])


def greedy(costs: Costs, sizes: Sequence[int], order: Sequence[int]) -> Seating:
    """Fill one table after the other: the next in order, then who adds the least, the first of equals."""
    left = list(order)
    tables = []
    for size in sizes:
        table = [left.pop(0)]
        added = list(costs.pairs[table[0]])
        while len(table) < size:
            at = min(range(len(left)), key=lambda at: added[left[at]] + costs.places[left[at]][size])
            table.append(left.pop(at))
            added = [sum(two) for two in zip(added, costs.pairs[table[-1]], strict=True)]
        tables.append(table)
    return tables


def improved(costs: Costs, tables: Seating, rng: Random, effort: int) -> Seating:
    """Return tables that cost no more than these: the cheapest that this much effort leads to.

    A swap that is tried takes 1 of it, some half a microsecond, and one that is made a fifth of the players.
    """
    draft = _Draft(costs, tables)
    players, pairs, at, there = len(draft.at), costs.pairs, draft.at, draft.there
    content = [min(each.values()) for each in costs.places]
    least = costs.least(draft.sizes)
    cost = best = costs.of(tables)
    kept = tables
    chance = rng.random
    spent = 0 if len(tables) > 1 else effort
    while spent < effort and best > least:
        spent += 1
        one = int(chance() * players)
        here = at[one]
        if there[one][here] <= content[one]:
            continue
        other = draft.near(here, chance) if costs.near and spent & 3 else int(chance() * players)
        to = at[other]
        if to == here:
            continue
        dearer = there[one][to] + there[other][here] - there[one][here] - there[other][to]
        dearer -= 2 * pairs[one][other]
        if dearer > 0:
            heat = costs.unit * (_STAGES - spent * _STAGES // effort)
            if dearer * 4_000 * _STAGES > _STEEPNESS[int(chance() * 1_024)] * heat:
                continue
        draft.swap(one, other)
        spent += players // 5
        cost += dearer
        if cost < best:
            best, kept = cost, [list(table) for table in draft.tables]
    return draft.tables if cost == best else kept


class _Draft:
    """Tables that are being changed.

    `at` has the table of each player, and `there` what each player costs at each table, or would cost.
    """

    def __init__(self, costs: Costs, tables: Seating) -> None:
        self.pairs = costs.pairs
        self.tables = [list(table) for table in tables]
        self.sizes = [len(table) for table in tables]
        self.at = [0] * sum(self.sizes)
        for number, table in enumerate(tables):
            for player in table:
                self.at[player] = number
        self.there = [
            [sum([row[other] for other in table]) + place[len(table)] for table in tables]
            for row, place in zip(costs.pairs, costs.places, strict=True)
        ]

    def near(self, table: int, chance: Callable[[], float]) -> int:
        """Return a player of one of the two tables before or after this one, or of itself at either end."""
        to = table + (-2, -1, 1, 2)[int(chance() * 4)]
        others = self.tables[to if 0 <= to < len(self.tables) else table]
        return others[int(chance() * len(others))]

    def swap(self, one: int, other: int) -> None:
        """Have two players at different tables change places."""
        here, to = self.at[one], self.at[other]
        for row, first, second in zip(self.there, self.pairs[one], self.pairs[other], strict=True):
            if first != second:
                row[here] += second - first
                row[to] += first - second
        self.at[one], self.at[other] = to, here
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[to][self.tables[to].index(other)] = one
