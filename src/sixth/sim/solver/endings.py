"""The exact payoff of the last turns, worked out cell by cell: as fast as a search with windows, and final.

Payoffs are as in `search`. `at` is the place of the rows in `s.rows`, behind which there is room for two more
sets of rows a turn. Hands are sets of indices of cards. `diff` is what was paid before, 0 where heads are the
utility.
"""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled, zeros_below
from sixth.sim.solver import memory as m
from sixth.sim.solver.matrix import MAX_CHOICES, solve_matrix
from sixth.sim.solver.memory import Search
from sixth.sim.solver.placing import count_options, gain_of, places, put
from sixth.sim.solver.positions import keep, key_of, slot_of

_TWO: Final = 4
"""Cards in both hands together when two are left in each."""


@compiled
def one_left(s: Search, at: int, mine: int, yours: int, diff: int) -> float:
    """Return the payoff when one card is left in each hand."""
    t = s.table
    one, other = _lowest(s, mine), _lowest(s, yours)
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
            second_gain = gain_of(t, s.rows, after, second_place, second_option)
            paid = t.sign * (gain - second_gain if first else second_gain - gain)
            value = float(np.sign(diff + paid)) if t.win else float(paid)
            inner = max(inner, value) if first else min(inner, value)
        outer = min(outer, inner) if first else max(outer, inner)
    return outer


@compiled
def _lowest(s: Search, hand: int) -> int:
    """Return the lowest card of a hand."""
    return s.table.cards[np.int64(zeros_below(np.uint64(hand)))]


@compiled
def two_left(s: Search, at: int, mine: int, yours: int, diff: int) -> float:
    """Return the payoff when two cards are left in each hand."""
    key = key_of(s, at, _TWO, mine, yours, diff)
    slot = slot_of(s, key)
    if s.keys[slot] == key:
        return s.bounds[2 * slot]
    my_high, your_high = mine & (mine - 1), yours & (yours - 1)
    my_low, your_low = mine ^ my_high, yours ^ your_high
    a = _cell(s, at, my_low, your_low, my_high, your_high, diff)
    b = _cell(s, at, my_low, your_high, my_high, your_low, diff)
    c = _cell(s, at, my_high, your_low, my_low, your_high, diff)
    d = _cell(s, at, my_high, your_high, my_low, your_low, diff)
    value = max(min(a, b), min(c, d))
    if value < min(max(a, c), max(b, d)):
        value = (a * d - b * c) / (a - b - c + d)
    keep(s, key, value, value)
    return value


@compiled
def _cell(s: Search, at: int, my_card: int, your_card: int, mine: int, yours: int, diff: int) -> float:
    """Return the payoff when these cards are played, and `mine` and `yours`, one card each, are left."""
    t = s.table
    one, other = _lowest(s, my_card), _lowest(s, your_card)
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
            if t.win:
                value = one_left(s, after + t.rows, mine, yours, diff + paid)
            else:
                value = paid + one_left(s, after + t.rows, mine, yours, 0)
            inner = max(inner, value) if first else min(inner, value)
        outer = min(outer, inner) if first else max(outer, inner)
    return outer


@compiled
def _large_cell(s: Search, at: int, my_card: int, your_card: int, mine: int, yours: int, diff: int) -> float:
    """Return the payoff when these cards are played, and `mine` and `yours`, two cards each, are left."""
    t = s.table
    one, other = _lowest(s, my_card), _lowest(s, your_card)
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
            if t.win:
                value = two_left(s, after + t.rows, mine, yours, diff + paid)
            else:
                value = paid + two_left(s, after + t.rows, mine, yours, 0)
            inner = max(inner, value) if first else min(inner, value)
        outer = min(outer, inner) if first else max(outer, inner)
    return outer


@compiled
def three_left(s: Search, ply: int, mine: int, yours: int, diff: int) -> float:
    """Return the payoff at `ply`, where three cards are left in each hand."""
    at, part = 2 * ply * s.table.rows, ply * m.PART
    i, rows = 0, mine
    while rows:
        card = rows & -rows
        j, columns = 0, yours
        while columns:
            other = columns & -columns
            s.work[part + i * MAX_CHOICES + j] = _large_cell(s, at, card, other, mine ^ card, yours ^ other, diff)
            columns ^= other
            j += 1
        rows ^= card
        i += 1
    return solve_matrix(s.tableau, s.work, part, i, i, part + m.BY_MIDDLE)
