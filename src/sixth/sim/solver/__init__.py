"""The exact solution of two-seat positions in which every card is known, and bounds at larger tables.

`solve` and `bounds` are the ways in.
"""

from sixth.sim.solver.checks import SolverError
from sixth.sim.solver.seat_bounds import SeatBounds, bounds
from sixth.sim.solver.solving import Solution, Strategy, Utility, solve

__all__ = ["SeatBounds", "Solution", "SolverError", "Strategy", "Utility", "bounds", "solve"]
