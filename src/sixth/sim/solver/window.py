"""The window within which the value of a cell matters to the value of its matrix."""

from typing import Final

from sixth.sim.engine.compiler import compiled
from sixth.sim.solver import memory as m
from sixth.sim.solver.matrix import MAX_CHOICES, solve_matrix
from sixth.sim.solver.memory import FRAME, PART, Search

_STEP: Final = 1e-7
"""A bound that moves by less is not worth a search."""
_NEAR: Final = 2.0
"""Heads from its estimate within which the value of a cell is searched first."""


@compiled
def set_window(s: Search, ply: int) -> None:
    """Set the window of the cell that is to be searched.

    Once the cell is at or below `BELOW`, the value of the upper game is as low as the cell can make it, or at
    most `ALPHA`. At or above `ABOVE` the same holds for the lower game and `BETA`. A cell that is far from
    what it was thought to be is searched no further for now, as others may matter more; its next window is
    wider.
    """
    w, f = s.work, s.frames
    part, size = ply * PART, f[ply * FRAME + m.SIZE]
    i, j = f[ply * FRAME + m.ROW], f[ply * FRAME + m.COLUMN]
    cell = part + i * MAX_CHOICES + j
    lower, upper = w[cell + m.LOWER], w[cell + m.UPPER]
    columns = part + m.TRY + MAX_CHOICES
    w[cell + m.UPPER] = lower
    value = solve_matrix(s.tableau, w, part + m.UPPER, size, size, part + m.TRY)
    w[cell + m.UPPER] = upper
    if value < w[part + m.HIGH] - _STEP and w[columns + j] > _STEP:
        others = 0.0
        for k in range(size):
            if k != j:
                others += w[part + m.UPPER + i * MAX_CHOICES + k] * w[columns + k]
        limit = (max(value, w[part + m.ALPHA]) - others) / w[columns + j]
        if limit < upper - _STEP:
            w[part + m.BELOW] = limit
    w[cell + m.LOWER] = upper
    value = solve_matrix(s.tableau, w, part + m.LOWER, size, size, part + m.TRY)
    w[cell + m.LOWER] = lower
    if value > w[part + m.LOW] + _STEP and w[part + m.TRY + i] > _STEP:
        others = 0.0
        for k in range(size):
            if k != i:
                others += w[part + m.LOWER + k * MAX_CHOICES + j] * w[part + m.TRY + k]
        limit = (min(value, w[part + m.BETA]) - others) / w[part + m.TRY + i]
        if limit > lower + _STEP:
            w[part + m.ABOVE] = limit
    if not s.table.win:
        middle = w[cell + m.MIDDLE]
        width = max(_NEAR, abs(middle - w[cell + m.ESTIMATE]))
        if middle - width < w[part + m.ABOVE]:
            w[part + m.BELOW] = max(w[part + m.BELOW], middle - width)
        if middle + width > w[part + m.BELOW]:
            w[part + m.ABOVE] = min(w[part + m.ABOVE], middle + width)
