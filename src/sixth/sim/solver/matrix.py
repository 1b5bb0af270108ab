"""Matrix games: their value, optimal strategies of both players, and what each pure choice is worth.

A matrix has the payoffs to the player of the rows, who maximizes; the player of the columns minimizes. It
lies row by row in a flat float64 array, from a place on, with `MAX_CHOICES` numbers from row to row. The
solver is the simplex method on the whole tableau: matrices of at most 10 × 10 need no better one.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled, varying
from sixth.sim.search.determinization import Float64Array

MAX_CHOICES: Final = 10
"""Choices of a player."""

_WIDTH: Final = 2 * MAX_CHOICES + 1
"""Numbers of a row of the tableau: the columns, the slacks of the rows, and the right-hand side."""
TABLEAU: Final = (MAX_CHOICES + 1) * _WIDTH
_PIVOT: Final = 1e-11
"""A smaller number counts as 0 where the simplex method looks for a pivot."""
_FACE: Final = 1e-9
"""A column whose reduced cost is larger is 0 in all optimal strategies."""
_BLAND_AFTER: Final = 60
"""Pivots after which the rule of Bland chooses, which cannot go in a circle."""


class Tableau(NamedTuple):
    """The memory of the simplex method."""

    numbers: Float64Array
    """float64, `TABLEAU`: a row for each constraint, then the row of reduced costs."""
    basis: np.ndarray
    """int64, `MAX_CHOICES`: the variable of each constraint."""


def new_tableau() -> Tableau:
    """Return a new tableau."""
    return Tableau(np.zeros(TABLEAU), np.zeros(MAX_CHOICES, np.int64))


@compiled
def solve_matrix(t: Tableau, work: Float64Array, at: int, rows: int, columns: int, out: int) -> float:
    """Return the value of the matrix of `rows` × `columns` at `work[at]`.

    Write optimal strategies to `work[out]`, rows first, columns from `out` + `MAX_CHOICES` on.
    """
    if _saddle(work, at, rows, columns, out):
        return work[out + 2 * MAX_CHOICES]
    if rows == 2 and columns == 2:
        return _two_by_two(work, at, out)
    least = work[at]
    for i in range(rows):
        for j in range(columns):
            least = min(least, work[at + i * MAX_CHOICES + j])
    shift = 1.0 - least
    _prepare(t, work, at, rows, columns, shift)
    _climb(t, rows, columns)
    cost = rows * _WIDTH
    total = t.numbers[cost + columns + rows]
    for i in range(rows):
        work[out + i] = max(0.0, t.numbers[cost + columns + i]) / total
    for j in range(columns):
        work[out + MAX_CHOICES + j] = 0.0
    for i in range(rows):
        if t.basis[i] < columns:
            share = max(0.0, t.numbers[i * _WIDTH + columns + rows]) / total
            work[out + MAX_CHOICES + t.basis[i]] = share
    return 1.0 / total - shift


@compiled
def _saddle(work: Float64Array, at: int, rows: int, columns: int, out: int) -> bool:
    """Return whether pure strategies are optimal; write them, and the value behind them."""
    best = -np.inf
    row = 0
    for i in range(rows):
        worst = np.inf
        for j in range(columns):
            worst = min(worst, work[at + i * MAX_CHOICES + j])
        if worst > best:
            best = worst
            row = i
    for j in range(columns):
        worst = -np.inf
        for i in range(rows):
            worst = max(worst, work[at + i * MAX_CHOICES + j])
        if worst <= best:
            for k in range(2 * MAX_CHOICES):
                work[out + k] = 0.0
            work[out + row] = 1.0
            work[out + MAX_CHOICES + j] = 1.0
            work[out + 2 * MAX_CHOICES] = best
            return True
    return False


@compiled
def _two_by_two(work: Float64Array, at: int, out: int) -> float:
    """Solve a matrix of 2 × 2 that has no saddle point."""
    a, b = work[at], work[at + 1]
    c, d = work[at + MAX_CHOICES], work[at + MAX_CHOICES + 1]
    whole = a - b - c + d
    row = (d - c) / whole
    column = (d - b) / whole
    work[out] = row
    work[out + 1] = 1.0 - row
    work[out + MAX_CHOICES] = column
    work[out + MAX_CHOICES + 1] = 1.0 - column
    return (a * d - b * c) / whole


@compiled
def _prepare(t: Tableau, work: Float64Array, at: int, rows: int, columns: int, shift: float) -> None:
    """Set the tableau of: maximize Σz for z ≥ 0 where (matrix + shift) · z ≤ 1."""
    width = columns + rows + 1
    for i in range(rows):
        line = i * _WIDTH
        for j in range(columns):
            t.numbers[line + j] = work[at + i * MAX_CHOICES + j] + shift
        for j in range(columns, width):
            t.numbers[line + j] = 0.0
        t.numbers[line + columns + i] = 1.0
        t.numbers[line + width - 1] = 1.0
        t.basis[i] = columns + i
    cost = rows * _WIDTH
    for j in range(width):
        t.numbers[cost + j] = -1.0 if j < columns else 0.0


@compiled
def _climb(t: Tableau, rows: int, columns: int) -> None:
    """Pivot until no column has a negative reduced cost."""
    width = columns + rows + 1
    cost = rows * _WIDTH
    pivots = 0
    while True:
        enter = varying(-1)
        lowest = -_PIVOT
        for j in range(width - 1):
            if t.numbers[cost + j] < lowest:
                enter = j
                if pivots >= _BLAND_AFTER:
                    break
                lowest = t.numbers[cost + j]
        if enter < 0:
            return
        leave = varying(-1)
        least = np.inf
        for i in range(rows):
            line = i * _WIDTH
            if t.numbers[line + enter] > _PIVOT:
                ratio = t.numbers[line + width - 1] / t.numbers[line + enter]
                if ratio < least or (ratio == least and t.basis[i] < t.basis[leave]):
                    least = ratio
                    leave = i
        if leave < 0:
            return
        _pivot(t, rows, width, leave, enter)
        pivots += 1


@compiled
def _pivot(t: Tableau, rows: int, width: int, leave: int, enter: int) -> None:
    line = leave * _WIDTH
    one = 1.0 / t.numbers[line + enter]
    for j in range(width):
        t.numbers[line + j] *= one
    t.numbers[line + enter] = 1.0
    for i in range(rows + 1):
        if i == leave:
            continue
        other = i * _WIDTH
        factor = t.numbers[other + enter]
        if factor != 0.0:
            for j in range(width):
                t.numbers[other + j] -= factor * t.numbers[line + j]
            t.numbers[other + enter] = 0.0
    t.basis[leave] = enter


@compiled
def row_worths(t: Tableau, work: Float64Array, at: int, rows: int, columns: int, out: int) -> float:
    """Return the value of a matrix; write what each row is worth to `work[out]` and on.

    The columns play the optimal strategy that punishes the row most. A row is worth the value of the game if
    and only if an optimal strategy plays it.
    """
    least = work[at]
    for i in range(rows):
        for j in range(columns):
            least = min(least, work[at + i * MAX_CHOICES + j])
    shift = 1.0 - least
    width = columns + rows + 1
    cost = rows * _WIDTH
    _prepare(t, work, at, rows, columns, shift)
    _climb(t, rows, columns)
    total = t.numbers[cost + width - 1]
    # All optimal strategies are those solutions in which variables with a reduced cost stay 0. Without these,
    # the slack of a row is maximized among the optimal strategies alone.
    slack_costs = 0
    for j in range(width - 1):
        if t.numbers[cost + j] > _FACE:
            if j >= columns:
                slack_costs |= 1 << (j - columns)
            for i in range(rows):
                t.numbers[i * _WIDTH + j] = 0.0
    for row in range(rows):
        slack = columns + row
        for j in range(width):
            t.numbers[cost + j] = 0.0
        if not slack_costs >> row & 1:
            t.numbers[cost + slack] = -1.0
            for i in range(rows):
                if t.basis[i] == slack:
                    for j in range(width):
                        t.numbers[cost + j] += t.numbers[i * _WIDTH + j]
                    t.numbers[cost + slack] = 0.0
            _climb(t, rows, columns)
        # The slack is 1 - (row + shift) · z, and z is the strategy times `total`.
        work[out + row] = (1.0 - t.numbers[cost + width - 1]) / total - shift
    return 1.0 / total - shift
