"""The strategies of the position that was searched, and what each of its choices loses."""

from sixth.sim.engine.compiler import compiled
from sixth.sim.search.determinization import Float64Array
from sixth.sim.solver import memory as m
from sixth.sim.solver.matrix import MAX_CHOICES, row_worths, solve_matrix
from sixth.sim.solver.memory import Search, bare


@compiled
def write_strategies(arrays: Search, size: int, strategies: Float64Array) -> None:
    """Write optimal strategies of the position to `strategies`, float64, seats × cards.

    Each seat's is optimal against what the other can prove, so bounds of the cells are enough.
    """
    s = bare(arrays)
    solve_matrix(s.tableau, s.work, m.LOWER, size, size, m.TRY)
    for k in range(size):
        strategies[0, k] = s.work[m.TRY + k]
    solve_matrix(s.tableau, s.work, m.UPPER, size, size, m.TRY)
    for k in range(size):
        strategies[1, k] = s.work[m.TRY + MAX_CHOICES + k]


@compiled
def write_losses(arrays: Search, size: int, losses: Float64Array) -> None:
    """Write what each card loses to `losses`, float64, seats × cards; all cells must be known.

    The other seat plays the optimal strategy that punishes the card most. A card loses nothing if and only if
    an optimal strategy plays it.
    """
    s = bare(arrays)
    w = s.work
    value = row_worths(s.tableau, w, m.LOWER, size, size, m.TRY)
    for k in range(size):
        losses[0, k] = max(0.0, value - w[m.TRY + k])
    for i in range(size):
        for j in range(size):
            w[m.MIDDLE + j * MAX_CHOICES + i] = -w[m.LOWER + i * MAX_CHOICES + j]
    value = row_worths(s.tableau, w, m.MIDDLE, size, size, m.TRY)
    for k in range(size):
        losses[1, k] = max(0.0, value - w[m.TRY + k])
