"""The exact payoff of the last turns, worked out cell by cell: as fast as a search with windows, and final.

Payoffs are as in `search`. `at` is the place of the rows in `s.rows`, behind which there is room for two more
sets of rows a turn. Cards are numbers. `diff` is what was paid before.
"""

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.solver import memory as m
from sixth.sim.solver.matrix import MAX_CHOICES, solve_matrix
from sixth.sim.solver.memory import Search
from sixth.sim.solver.placing import count_options, places, put

_HAND: int = 3
"""Cards of each hand when three are left."""


@compiled
def one_left(s: Search, at: int, one: int, other: int, diff: int) -> float:
    """Return the payoff when seat 0 plays `one` and seat 1 `other`, and no card is left."""
    t = s.table
    first = 0 if one < other else 1
    low, high = min(one, other), max(one, other)
    after = at + t.rows
    place = places(t, s.rows, at, low)
    outer = np.inf if first else -np.inf
    for option in range(count_options(t, place)):
        gain = put(t, s.rows, at, after, low, place, option)
        second_place = places(t, s.rows, after, high)
        inner = -np.inf if first else np.inf
        for second_option in range(count_options(t, second_place)):
            second_gain = put(t, s.rows, after, after + t.rows, high, second_place, second_option)
            end = diff + t.sign * (gain - second_gain if first else second_gain - gain)
            value = float(np.sign(end)) if t.win else float(end)
            inner = max(inner, value) if first else min(inner, value)
        outer = min(outer, inner) if first else max(outer, inner)
    return outer


@compiled
def _cell_of_two(s: Search, at: int, one: int, other: int, rest: tuple[int, int], diff: int) -> float:
    """Return the payoff when the seats play `one` and `other`, and `rest` is left in their hands."""
    t = s.table
    first = 0 if one < other else 1
    low, high = min(one, other), max(one, other)
    after = at + t.rows
    place = places(t, s.rows, at, low)
    outer = np.inf if first else -np.inf
    for option in range(count_options(t, place)):
        gain = put(t, s.rows, at, after, low, place, option)
        second_place = places(t, s.rows, after, high)
        inner = -np.inf if first else np.inf
        for second_option in range(count_options(t, second_place)):
            second_gain = put(t, s.rows, after, after + t.rows, high, second_place, second_option)
            paid = t.sign * (gain - second_gain if first else second_gain - gain)
            value = one_left(s, after + t.rows, rest[0], rest[1], diff + paid)
            inner = max(inner, value) if first else min(inner, value)
        outer = min(outer, inner) if first else max(outer, inner)
    return outer


@compiled
def two_left(s: Search, at: int, mine: tuple[int, int], yours: tuple[int, int], diff: int) -> float:
    """Return the payoff when two cards are left in each hand."""
    a = _cell_of_two(s, at, mine[0], yours[0], (mine[1], yours[1]), diff)
    b = _cell_of_two(s, at, mine[0], yours[1], (mine[1], yours[0]), diff)
    c = _cell_of_two(s, at, mine[1], yours[0], (mine[0], yours[1]), diff)
    d = _cell_of_two(s, at, mine[1], yours[1], (mine[0], yours[0]), diff)
    least = max(min(a, b), min(c, d))
    if least >= min(max(a, c), max(b, d)):
        return least
    return (a * d - b * c) / (a - b - c + d)


@compiled
def _cell_of_three(
    s: Search, at: int, one: int, other: int, mine: tuple[int, int], yours: tuple[int, int], diff: int
) -> float:
    """Return the payoff when the seats play `one` and `other`, and two cards are left in each hand."""
    t = s.table
    first = 0 if one < other else 1
    low, high = min(one, other), max(one, other)
    after = at + t.rows
    place = places(t, s.rows, at, low)
    outer = np.inf if first else -np.inf
    for option in range(count_options(t, place)):
        gain = put(t, s.rows, at, after, low, place, option)
        second_place = places(t, s.rows, after, high)
        inner = -np.inf if first else np.inf
        for second_option in range(count_options(t, second_place)):
            second_gain = put(t, s.rows, after, after + t.rows, high, second_place, second_option)
            paid = t.sign * (gain - second_gain if first else second_gain - gain)
            value = two_left(s, after + t.rows, mine, yours, diff + paid)
            inner = max(inner, value) if first else min(inner, value)
        outer = min(outer, inner) if first else max(outer, inner)
    return outer


@compiled
def three_left(s: Search, ply: int, diff: int) -> float:
    """Return the payoff at `ply`, where three cards are left in each hand."""
    cards, w, at = s.table.cards, s.work, 2 * ply * s.table.rows
    mine, yours = 2 * ply * MAX_CHOICES, (2 * ply + 1) * MAX_CHOICES
    part = ply * m.PART
    for i in range(_HAND):
        one = cards[s.hands[mine + i]]
        left = (cards[s.hands[mine + (i + 1) % _HAND]], cards[s.hands[mine + (i + 2) % _HAND]])
        for j in range(_HAND):
            other = cards[s.hands[yours + j]]
            right = (cards[s.hands[yours + (j + 1) % _HAND]], cards[s.hands[yours + (j + 2) % _HAND]])
            w[part + i * MAX_CHOICES + j] = _cell_of_three(s, at, one, other, left, right, diff)
    return solve_matrix(s.tableau, w, part, _HAND, _HAND, part + m.BY_LOWER)
