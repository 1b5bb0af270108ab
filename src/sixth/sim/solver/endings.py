"""The exact payoff of the last turns, worked out cell by cell.

Payoffs are as in `search`. `at` is the place of the rows in `s.rows`, which change while a cell is worked out
and are then as before. Hands are sets of indices of cards. `diff` is what was paid before, 0 where heads are
the utility.
"""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled, varying, zeros_below
from sixth.sim.solver import memory as m
from sixth.sim.solver.matrix import MAX_CHOICES, solve_matrix
from sixth.sim.solver.memory import Search
from sixth.sim.solver.placing import cheapest_row_of, count_options, gain_of, joined, places, row_of
from sixth.sim.solver.positions import key_of

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
    place = places(t, s.rows, at, low)
    outer = np.inf if first else -np.inf
    for option in range(count_options(t, place)):
        row = row_of(place, option)
        word = s.rows[at + row]
        s.rows[at + row], gain = joined(t, word, low, place, option)
        second_place = places(t, s.rows, at, high)
        inner = -np.inf if first else np.inf
        for second_option in range(count_options(t, second_place)):
            second_gain = gain_of(s.rows[at + row_of(second_place, second_option)], second_place)
            paid = t.sign * (gain - second_gain if first else second_gain - gain)
            value = float(np.sign(diff + paid)) if t.win else float(paid)
            inner = max(inner, value) if first else min(inner, value)
            if (first and inner >= outer) or (not first and inner <= outer):
                break
        s.rows[at + row] = word
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
    slot = 2 * np.int64(key & np.uint64(s.pair_slots - 1))
    if s.pair_keys[slot] == key:
        return s.pair_values[slot + 1]
    my_high, your_high = mine & (mine - 1), yours & (yours - 1)
    my_low, your_low = mine ^ my_high, yours ^ your_high
    a = _cell(s, at, my_low, your_low, my_high, your_high, diff)
    b = _cell(s, at, my_low, your_high, my_high, your_low, diff)
    c = _cell(s, at, my_high, your_low, my_low, your_high, diff)
    d = _cell(s, at, my_high, your_high, my_low, your_low, diff)
    value = max(min(a, b), min(c, d))
    if value < min(max(a, c), max(b, d)):
        value = (a * d - b * c) / (a - b - c + d)
    s.pair_keys[slot] = key
    s.pair_values[slot + 1] = value
    return value


@compiled
def _cell(s: Search, at: int, my_card: int, your_card: int, mine: int, yours: int, diff: int) -> float:
    """Return the payoff when these cards are played, and `mine` and `yours`, one card each, are left."""
    t = s.table
    one, other = _lowest(s, my_card), _lowest(s, your_card)
    first = 0 if one < other else 1
    low, high = min(one, other), max(one, other)
    place = places(t, s.rows, at, low)
    outer = np.inf if first else -np.inf
    for option in range(count_options(t, place)):
        row = row_of(place, option)
        word = s.rows[at + row]
        s.rows[at + row], gain = joined(t, word, low, place, option)
        second_place = places(t, s.rows, at, high)
        inner = -np.inf if first else np.inf
        for second_option in range(count_options(t, second_place)):
            second_row = row_of(second_place, second_option)
            second_word = s.rows[at + second_row]
            s.rows[at + second_row], second_gain = joined(t, second_word, high, second_place, second_option)
            paid = t.sign * (gain - second_gain if first else second_gain - gain)
            if t.win:
                value = one_left(s, at, mine, yours, diff + paid)
            else:
                value = paid + one_left(s, at, mine, yours, varying(0))
            s.rows[at + second_row] = second_word
            inner = max(inner, value) if first else min(inner, value)
            if (first and inner >= outer) or (not first and inner <= outer):
                break
        s.rows[at + row] = word
        outer = min(outer, inner) if first else max(outer, inner)
    return outer


@compiled
def three_left(s: Search, ply: int) -> tuple[float, float]:
    """Return bounds of the payoff at `ply`, where three cards are left in each hand.

    They are equal, or both below the window of the position or above it, which one row or one column may
    prove.
    """
    w, part = s.work, ply * m.PART
    alpha, beta = w[part + m.ALPHA], w[part + m.BETA]
    known = varying(0)
    killer = 0
    for i in range(_HAND):
        least = np.inf
        for k in range(_HAND):
            j = (killer + k) % _HAND
            known = _know(s, ply, known, i, j, alpha, beta)
            least = min(least, w[part + m.LOWER + i * MAX_CHOICES + j])
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
            known = _know(s, ply, known, i, j, alpha, beta)
            most = max(most, w[part + m.UPPER + i * MAX_CHOICES + j])
            if most > alpha:
                break
        if most <= alpha:
            return -np.inf, most
    for i in range(_HAND):
        for j in range(_HAND):
            cell = part + i * MAX_CHOICES + j
            is_known = known >> (i * _HAND + j) & 1 and w[cell + m.LOWER] == w[cell + m.UPPER]
            if not is_known:
                _know(s, ply, varying(0), i, j, -np.inf, np.inf)
    value = solve_matrix(s.tableau, w, part + m.LOWER, _HAND, _HAND, part + m.BY_MIDDLE)
    return value, value


@compiled
def _know(s: Search, ply: int, known: int, i: int, j: int, alpha: float, beta: float) -> int:
    """Set the bounds of cell (i, j) of three cards by three, unless the set `known` has it.

    Return the set with the cell. The bounds are equal, or both at most `alpha` or at least `beta`.
    """
    bit = 1 << (i * _HAND + j)
    if known & bit:
        return known
    low, high = _large_cell(s, ply, i, j, alpha, beta)
    cell = ply * m.PART + i * MAX_CHOICES + j
    s.work[cell + m.LOWER], s.work[cell + m.UPPER] = low, high
    return known | bit


@compiled
def _large_cell(s: Search, ply: int, i: int, j: int, alpha: float, beta: float) -> tuple[float, float]:
    """Return bounds of cell (i, j) of three cards by three.

    They are equal, or both at most `alpha` or at least `beta`.
    """
    t, f, frame, hands = s.table, s.frames, ply * m.FRAME, 2 * ply * MAX_CHOICES
    at = 2 * ply * t.rows
    my_card, your_card = s.hands[hands + i], s.hands[hands + MAX_CHOICES + j]
    mine, yours = f[frame + m.MINE] & ~(1 << my_card), f[frame + m.YOURS] & ~(1 << your_card)
    diff = f[frame + m.DIFF]
    one, other = t.cards[my_card], t.cards[your_card]
    first = 0 if one < other else 1
    card, second_card = min(one, other), max(one, other)
    # From here on payoffs are those of the owner of the lower card, who answers first.
    floor, ceiling = (-beta, -alpha) if first else (alpha, beta)
    place = places(t, s.rows, at, card)
    options = count_options(t, place)
    low = high = -np.inf
    for option in range(options):
        row = cheapest_row_of(t, s.rows, at, place, option)
        word = s.rows[at + row]
        s.rows[at + row], gain = joined(t, word, card, place, option)
        second_place = places(t, s.rows, at, second_card)
        second_options = count_options(t, second_place)
        inner = np.inf
        is_cut = False
        for second_option in range(second_options):
            second_row = cheapest_row_of(t, s.rows, at, second_place, second_option)
            second_word = s.rows[at + second_row]
            s.rows[at + second_row], second_gain = joined(
                t, second_word, second_card, second_place, second_option
            )
            paid = t.sign * (gain - second_gain if first else second_gain - gain)
            if t.win:
                value = two_left(s, at, mine, yours, diff + paid)
            else:
                value = paid + two_left(s, at, mine, yours, varying(0))
            s.rows[at + second_row] = second_word
            inner = min(inner, -value if first else value)
            if inner <= max(floor, low) and second_option + 1 < second_options:
                is_cut = True
                break
        s.rows[at + row] = word
        if not is_cut:
            low = max(low, inner)
        high = max(high, inner)
        if low >= ceiling and option + 1 < options:
            high = np.inf
            break
    return (-high, -low) if first else (low, high)
