"""The exact solution of two-seat positions in which every card is known; `solve` is the way in."""

from sixth.sim.solver.checks import SolverError
from sixth.sim.solver.solving import FEASIBLE_CARDS, Solution, Strategy, Utility, solve

__all__ = ["FEASIBLE_CARDS", "Solution", "SolverError", "Strategy", "Utility", "solve"]
