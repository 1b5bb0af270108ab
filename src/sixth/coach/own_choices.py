"""What the own choices of a game cost, as a tournament counts them where they decide (docs/decisions/032).

A choice is compared with what the policy would have answered on average, so that the sum has no part of the
luck with the cards. All figures follow from the record: the worlds of a position are drawn from its view.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.coach.jobs import whole_cost
from sixth.coach.judgement import sampled, seed_of
from sixth.coach.positions import Position, rounds_of
from sixth.coach.reference import policy_chances
from sixth.rules.record import Record
from sixth.rules.view import View

PLAYOUTS: Final = 1_000
"""Playouts of a decision, all answers together, in two independent samples."""

_SAMPLES: Final = 2


def own_cost(record: Record, seat: int) -> float:
    """Return the heads that the choices of a seat cost in the ended rounds of a game, with two decimals."""
    return whole_cost([cost_of(each.positions) for each in rounds_of(record, seat)])


def cost_of(positions: Iterable[Position]) -> float:
    """Return the heads that choices cost, fewer than none if they are better than those of the policy."""
    return float(sum(_against(each) for each in positions if not each.forced))


def heads_by_answer(view: View) -> NDArray[np.float64]:
    """Return the expected heads of each action in `view.legal`, as a loss: samples × answers."""
    every = np.arange(len(view.legal))
    rng = np.random.default_rng(seed_of(view, 0))
    return sampled(view, _SAMPLES, max(1, PLAYOUTS // _SAMPLES // len(every)), every, rng)


def against_policy(view: View, heads: NDArray[np.float64], given: int) -> NDArray[np.float64]:
    """Return what the action of index `given` cost against what the policy would answer, by sample."""
    against: NDArray[np.float64] = heads[:, given] - heads @ np.array(policy_chances(view))
    return against


def _against(position: Position) -> float:
    view = position.view
    return float(against_policy(view, heads_by_answer(view), view.legal.index(position.answer)).mean())
