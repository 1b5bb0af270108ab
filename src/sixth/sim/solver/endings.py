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

_HAND: Final = 3
"""Cards of a hand in the largest of these positions."""
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
        return s.bounds[slot + 1]
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
def three_left(
    s: Search, ply: int, mine: int, yours: int, diff: int, alpha: float, beta: float
) -> tuple[float, float]:
    """Return bounds of the payoff at `ply`, where three cards are left in each hand.

    They are equal, or both at most `alpha` or at least `beta`, which one row or one column may prove.
    """
    w, part = s.work, ply * m.PART
    known = 0
    killer = 0
    for i in range(_HAND):
        least = np.inf
        for k in range(_HAND):
            j = (killer + k) % _HAND
            known = _know(s, ply, known, i, j, mine, yours, diff)
            least = min(least, w[part + i * MAX_CHOICES + j])
            if least < beta:
                killer = j
                break
        if least >= beta:
            return least, np.inf
    killer = 0
    for k in range(_HAND):
        j = (killer + k) % _HAND
        most = -np.inf
        for i in range(_HAND):
            known = _know(s, ply, known, i, j, mine, yours, diff)
            most = max(most, w[part + i * MAX_CHOICES + j])
            if most > alpha:
                break
        if most <= alpha:
            return -np.inf, most
    for i in range(_HAND):
        for j in range(_HAND):
            known = _know(s, ply, known, i, j, mine, yours, diff)
    value = solve_matrix(s.tableau, w, part, _HAND, _HAND, part + m.BY_MIDDLE)
    return value, value


@compiled
def _know(s: Search, ply: int, known: int, i: int, j: int, mine: int, yours: int, diff: int) -> int:
    """Work out cell (i, j) of three cards by three, unless the set `known` has it; return the set with it."""
    bit = 1 << (i * _HAND + j)
    if known & bit:
        return known
    at = 2 * ply * s.table.rows
    hands = 2 * ply * MAX_CHOICES
    card, other = 1 << s.hands[hands + i], 1 << s.hands[hands + MAX_CHOICES + j]
    value = _large_cell(s, at, card, other, mine ^ card, yours ^ other, diff)
    s.work[ply * m.PART + i * MAX_CHOICES + j] = value
    return known | bit
