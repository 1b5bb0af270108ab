"""The cells of a position before any is searched: bounds of them, and estimates."""

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.solver import memory as m
from sixth.sim.solver.matrix import MAX_CHOICES, solve_matrix
from sixth.sim.solver.memory import FRAME, PART, Search
from sixth.sim.solver.placing import Table, cheapest_row_of, count_options, gain_of, joined, places, put


@compiled
def bounds_of(t: Table, diff: int, paid: int, room: int) -> tuple[float, float]:
    """Return bounds of a payoff of which `paid` is certain, if at most `room` heads can be taken besides."""
    if t.win:
        return float(np.sign(diff + paid - room)), float(np.sign(diff + paid + room))
    return float(paid - room), float(paid + room)


@compiled
def set_cells(s: Search, ply: int, room: int) -> None:
    """Set the bounds and estimates of all cells of a position.

    An estimate is what the two cards take, and the value of the next turn if what it takes were all. Those
    who take a row take the cheapest.
    """
    t, w, f = s.table, s.work, s.frames
    at, hands, part = 2 * ply * t.rows, 2 * ply * MAX_CHOICES, ply * PART
    size, diff = f[ply * FRAME + m.SIZE], f[ply * FRAME + m.DIFF]
    for i in range(size):
        one = t.cards[s.hands[hands + i]]
        for j in range(size):
            other = t.cards[s.hands[hands + MAX_CHOICES + j]]
            paid, taken, certain = _turn(s, at, one, other)
            if certain:
                low, high = bounds_of(t, diff, paid, room - taken)
            else:
                low, high = bounds_of(t, diff, 0, room)
            cell = part + i * MAX_CHOICES + j
            w[cell + m.LOWER], w[cell + m.UPPER] = low, high
            estimate = paid + _next_turn(s, ply, i, j)
            w[cell + m.ESTIMATE] = np.sign(diff + estimate) if t.win else estimate


@compiled
def _turn(s: Search, at: int, one: int, other: int) -> tuple[int, int, bool]:
    """Play the cards `one` of seat 0 and `other` of seat 1; return what it pays, and the heads taken.

    The rows after it lie two sets of rows behind those at `at`. The third value says whether nobody had a
    choice.
    """
    t = s.table
    first = 0 if one < other else 1
    after = at + t.rows
    place = places(t, s.rows, at, min(one, other))
    gain = put(t, s.rows, at, after, min(one, other), place, 0)
    second_place = places(t, s.rows, after, max(one, other))
    second_gain = put(t, s.rows, after, after + t.rows, max(one, other), second_place, 0)
    paid = t.sign * (gain - second_gain if first else second_gain - gain)
    certain = count_options(t, place) == 1 and count_options(t, second_place) == 1
    return paid, gain + second_gain, certain


@compiled
def _paid(s: Search, at: int, one: int, other: int) -> int:
    """Return what the cards `one` of seat 0 and `other` of seat 1 pay at the rows at `at`."""
    t = s.table
    first = 0 if one < other else 1
    place = places(t, s.rows, at, min(one, other))
    row = cheapest_row_of(t, s.rows, at, place, 0)
    word = s.rows[at + row]
    s.rows[at + row], gain = joined(t, word, min(one, other), place, 0)
    second_place = places(t, s.rows, at, max(one, other))
    second_row = cheapest_row_of(t, s.rows, at, second_place, 0)
    second_gain = gain_of(s.rows[at + second_row], second_place)
    s.rows[at + row] = word
    return t.sign * (gain - second_gain if first else second_gain - gain)


@compiled
def _next_turn(s: Search, ply: int, i: int, j: int) -> float:
    """Return the value of the turn after cell (i, j) as a game of its own."""
    t, w = s.table, s.work
    at, hands, part = 2 * (ply + 1) * t.rows, 2 * ply * MAX_CHOICES, (ply + 1) * PART
    size = s.frames[ply * FRAME + m.SIZE]
    row = 0
    for k in range(size):
        if k == i:
            continue
        column = 0
        one = t.cards[s.hands[hands + k]]
        for n in range(size):
            if n != j:
                other = t.cards[s.hands[hands + MAX_CHOICES + n]]
                w[part + row * MAX_CHOICES + column] = _paid(s, at, one, other)
                column += 1
        row += 1
    return solve_matrix(s.tableau, w, part, size - 1, size - 1, part + m.BY_MIDDLE)
