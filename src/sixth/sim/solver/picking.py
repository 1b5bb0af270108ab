"""The choice of the next cell of a position to search, and of the window to search it in.

The game of the estimates, as far as bounds allow them, has a value and strategies. An estimate is moved by
how far others of its row and column were off. The strategies are proved cell by cell: against each column the
rows must get the value from lower bounds, and the columns in the same way from upper bounds. A cell that
fails has new bounds, so there is another game. If the value is beyond the window of the position, only one of
the two is to be proved, and only up to the window.
"""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.solver import memory as m
from sixth.sim.solver.matrix import MAX_CHOICES, solve_matrix
from sixth.sim.solver.memory import FRAME, PART, Search
from sixth.sim.solver.positions import keep
from sixth.sim.solver.window import set_window

CLOSE: Final = 1e-11
"""Bounds that differ by no more are equal."""
_STEP: Final = 1e-9
"""A test of a threshold tells values apart that differ by this."""
_LIKELY: Final = 1e-9
"""A choice that is less likely is not played."""


@compiled
def pick(s: Search, ply: int) -> bool:
    """Choose the next cell of a position and its window; return False if the position is done."""
    w, f = s.work, s.frames
    frame, part = ply * FRAME, ply * PART
    size = f[frame + m.SIZE]
    if f[frame + m.MODE] == m.CELLS_TOO:
        if _pick_open(s, ply):
            return True
        value = solve_matrix(s.tableau, w, part + m.LOWER, size, size, part + m.BY_MIDDLE)
        _finish(s, ply, value, value)
        return False
    _guess(s, part, size)
    value = solve_matrix(s.tableau, w, part + m.MIDDLE, size, size, part + m.BY_MIDDLE)
    column, low = _weakest_column(s, part, size)
    row, high = _weakest_row(s, part, size)
    w[part + m.LOW] = low = max(low, w[part + m.LOW])
    w[part + m.HIGH] = high = min(high, w[part + m.HIGH])
    alpha, beta = w[part + m.ALPHA], w[part + m.BETA]
    if low >= beta or high <= alpha or high - low <= CLOSE:
        if high - low <= CLOSE:
            low = high = 0.5 * (low + high)
        _finish(s, ply, low, high)
        return False
    if alpha < value < beta and _pick_support(s, ply):
        set_window(s, ply)
        return True
    if value > alpha and low < min(value, beta) - CLOSE and _test_column(s, ply, column, min(value, beta)):
        return True
    if value < beta and high > max(value, alpha) + CLOSE and _test_row(s, ply, row, max(value, alpha)):
        return True
    w[part + m.BELOW], w[part + m.ABOVE] = -np.inf, np.inf
    if _pick_open(s, ply):
        return True
    _finish(s, ply, value, value)
    return False


@compiled
def _guess(s: Search, part: int, size: int) -> None:
    """Set `MIDDLE` to the estimates, moved by how far those of the same row and column were off."""
    w = s.work
    for k in range(size):
        w[part + m.TRY + k] = _error(s, part + k * MAX_CHOICES, 1, size)
        w[part + m.TRY + MAX_CHOICES + k] = _error(s, part + k, MAX_CHOICES, size)
    for i in range(size):
        for j in range(size):
            cell = part + i * MAX_CHOICES + j
            guess = w[cell + m.ESTIMATE]
            if w[cell + m.LOWER] <= guess <= w[cell + m.UPPER]:
                guess += w[part + m.TRY + i] + w[part + m.TRY + MAX_CHOICES + j]
            w[cell + m.MIDDLE] = min(max(guess, w[cell + m.LOWER]), w[cell + m.UPPER])


@compiled
def _error(s: Search, first: int, step: int, size: int) -> float:
    """Return how far the estimates of a line were off: the mean over those out of bounds, and a 0."""
    w = s.work
    total, count = 0.0, 1
    for k in range(size):
        cell = first + k * step
        estimate = w[cell + m.ESTIMATE]
        error = min(max(estimate, w[cell + m.LOWER]), w[cell + m.UPPER]) - estimate
        if error != 0.0:
            total += error
            count += 1
    return total / count


@compiled
def _finish(s: Search, ply: int, low: float, high: float) -> None:
    s.work[ply * PART + m.LOW] = low
    s.work[ply * PART + m.HIGH] = high
    size = s.frames[ply * FRAME + m.SIZE]
    if size > 2:
        keep(s, s.position_keys[ply], size, low, high)


@compiled
def _pick_open(s: Search, ply: int) -> bool:
    """Choose any cell that is not known, to be searched to its end; return whether there is one."""
    w, f, part = s.work, s.frames, ply * PART
    size = f[ply * FRAME + m.SIZE]
    for i in range(size):
        for j in range(size):
            cell = part + i * MAX_CHOICES + j
            if w[cell + m.UPPER] - w[cell + m.LOWER] > CLOSE:
                f[ply * FRAME + m.ROW], f[ply * FRAME + m.COLUMN] = i, j
                w[part + m.BELOW], w[part + m.ABOVE] = -np.inf, np.inf
                return True
    return False


@compiled
def _pick_support(s: Search, ply: int) -> bool:
    """Choose the most likely cell among those that both play and that are not known."""
    w, f, part = s.work, s.frames, ply * PART
    size = f[ply * FRAME + m.SIZE]
    best = _LIKELY
    for i in range(size):
        for j in range(size):
            cell = part + i * MAX_CHOICES + j
            likely = w[part + m.BY_MIDDLE + i] * w[part + m.BY_MIDDLE + MAX_CHOICES + j]
            if likely > best and w[cell + m.UPPER] - w[cell + m.LOWER] > CLOSE:
                best = likely
                f[ply * FRAME + m.ROW], f[ply * FRAME + m.COLUMN] = i, j
    w[part + m.BELOW], w[part + m.ABOVE] = -np.inf, np.inf
    return best > _LIKELY


@compiled
def _weakest_column(s: Search, part: int, size: int) -> tuple[int, float]:
    """Return the column against which the rows' strategy is sure of least, and how much that is."""
    w = s.work
    weakest, least = 0, np.inf
    for j in range(size):
        value = 0.0
        for i in range(size):
            value += w[part + m.BY_MIDDLE + i] * w[part + m.LOWER + i * MAX_CHOICES + j]
        if value < least:
            weakest, least = j, value
    return weakest, least


@compiled
def _weakest_row(s: Search, part: int, size: int) -> tuple[int, float]:
    """Return the row against which the columns' strategy may lose most, and how much that is."""
    w = s.work
    weakest, most = 0, -np.inf
    for i in range(size):
        value = 0.0
        for j in range(size):
            value += w[part + m.BY_MIDDLE + MAX_CHOICES + j] * w[part + m.UPPER + i * MAX_CHOICES + j]
        if value > most:
            weakest, most = i, value
    return weakest, most


@compiled
def _test_column(s: Search, ply: int, column: int, target: float) -> bool:
    """Choose the cell of a column whose lower bound is to rise most for the rows to be sure of `target`."""
    return _test_line(s, ply, column, MAX_CHOICES, 0, m.LOWER, 1.0, target)


@compiled
def _test_row(s: Search, ply: int, row: int, target: float) -> bool:
    """Choose the cell of a row whose upper bound is to fall most for the columns to be sure of `target`."""
    return _test_line(s, ply, row * MAX_CHOICES, 1, MAX_CHOICES, m.UPPER, -1.0, target)


@compiled
def _test_line(
    s: Search, ply: int, first: int, step: int, strategy: int, bound: int, sign: float, target: float
) -> bool:
    """Choose a cell of a line, from cell `first` on and `step` apart, and its window; return if there is one.

    `strategy` says where the chances of the line's cells are, and `bound` which of their bounds is to move:
    the lower one up (`sign` 1) or the upper one down (-1), until the line is sure of `target`.
    """
    w, f, part = s.work, s.frames, ply * PART
    chances = part + m.BY_MIDDLE + strategy
    best, chosen, possible, lacking = 0.0, -1, 0.0, sign * target
    for k in range(f[ply * FRAME + m.SIZE]):
        cell = part + first + k * step
        likely = w[chances + k]
        lacking -= likely * sign * w[cell + bound]
        gain = likely * sign * (w[cell + m.MIDDLE] - w[cell + bound])
        if likely > _LIKELY:
            possible += gain
            if gain > best:
                best, chosen = gain, k
    if chosen < 0:
        return False
    # What is left to this cell if the others give all that they may; if nothing is, it gives what it may.
    share = lacking - (possible - best)
    if share <= _STEP:
        share = min(best, lacking)
    rise = share / w[chances + chosen]
    if rise <= _STEP:
        return False
    cell = first + chosen * step
    threshold = w[part + cell + bound] + sign * rise
    f[ply * FRAME + m.ROW], f[ply * FRAME + m.COLUMN] = cell // MAX_CHOICES, cell % MAX_CHOICES
    w[part + m.BELOW] = threshold - _STEP if sign > 0 else threshold
    w[part + m.ABOVE] = threshold if sign > 0 else threshold + _STEP
    return True
