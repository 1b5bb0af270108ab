"""Equilibria for bots: how often to play each card where a seat knows all cards of two seats."""

from typing import Final

from sixth.bots.belief import TimeLeft
from sixth.rules.view import View
from sixth.sim.solver import SolverError, Strategy, solve
from sixth.sim.solver.solving import TYPICAL_S

SOLVED_CARDS: Final = 6
"""The most cards in a hand for which an equilibrium is computed; seven take up to 1.4 s (docs/solver.md)."""
_SHARE_OF_TIME: Final = 0.6
"""The share of the time left for a move that a solution may take; a search has the rest."""


def equilibrium(view: View, max_positions: int, time_left: TimeLeft | None = None) -> Strategy | None:
    """Return an optimal strategy of the seat of `view`, by action; None if there is none within the limits.

    There is one if the cards of both of two seats follow from the view. It is optimal for the difference of
    heads in the round, also where the round decides the game: playing for the win alone, a seat gives heads
    away and wins no more (docs/strength.md).
    """
    cards = max(view.counts)
    if not max_positions or view.seat is None or len(view.counts) != 2 or cards > SOLVED_CARDS:
        return None
    seconds = None if time_left is None else _SHARE_OF_TIME * time_left()
    if seconds is not None and seconds < TYPICAL_S[cards]:
        return None
    try:
        solution = solve(
            view, has_answers=False, has_line=False, seconds=seconds, max_positions=max_positions
        )
    except SolverError:
        return None
    return solution.strategies[view.seat]
