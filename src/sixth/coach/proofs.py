"""Proofs: the exact losses of a decision in which every card is known to both seats.

A proof is made from a view, so it uses no card that the seat could not know.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from sixth.coach.account import STEPS, Decision, Estimate, ExactAnswer, stored, verdict_on
from sixth.coach.reasons import reasons_for
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.sim.solver import SolverError, solve

PROVED_CARDS: Final = 6
"""The most cards in a hand with which a decision is proved, in about a second at most (docs/coach.md)."""
MAX_POSITIONS: Final = 150_000
"""Positions after which a proof is given up: four times as many as any decision that was tried took."""

Proof = tuple[ExactAnswer, ...]
"""The exact losses of all actions in `view.legal`, in its order."""

_NOTHING: Final = 1e-6
"""A loss that is 0 but for rounding, in heads."""
_CHANCE_DIGITS: Final = 4


def prove(view: View, *, max_positions: int = MAX_POSITIONS) -> Proof | None:
    """Return the exact loss of each action in `view.legal`, or None where nothing can be proved.

    That is the case where cards are hidden, with more seats than two, with more than `PROVED_CARDS` cards,
    where there is nothing to choose, and where the search takes more than `max_positions` positions.
    """
    if view.rules.seats != 2 or len(view.hand) > PROVED_CARDS or len(view.legal) < 2:
        return None
    try:
        solution = solve(view, has_line=False, seconds=None, max_positions=max_positions)
    except SolverError:
        return None
    assert view.seat is not None
    losses, chances = solution.answers[view.seat], solution.strategies[view.seat]
    return tuple(_exact(action, losses[action], chances[action]) for action in view.legal)


@lru_cache(maxsize=1024)
def prove_once(view: View) -> Proof | None:
    """Return the proof of a view as `prove` does, and remember it."""
    return prove(view)


def likeliest(proof: Proof) -> Action:
    """Return the answer that the optimal strategy plays most often."""
    return max(proof, key=lambda each: each.chance).answer


def proved(view: View, decision: Decision, proof: Proof | None) -> Decision:
    """Return a judged decision with its exact loss, or as it is if there is no proof.

    The loss by playouts stays in `played_out`, as the account of a round counts it.
    """
    if proof is None:
        return decision
    given = next(each for each in proof if each.answer == decision.answer)
    best = decision.answer if given.is_best else likeliest(proof)
    exact = given.loss, given.loss
    return replace(
        decision,
        best=best,
        loss=given.loss,
        loss_ci=exact,
        verdict=verdict_on(exact, same=given.is_best),
        reasons=reasons_for(view, decision.answer, best),
        proved=True,
        exact=proof,
        played_out=Estimate(decision.loss, decision.loss_ci),
    )


def _exact(answer: Action, loss: float, chance: float) -> ExactAnswer:
    """Return an answer with its loss in steps of 1/256 of a head, one step at least if it is not 0."""
    steps = 0.0 if loss <= _NOTHING else max(stored(loss), 1 / STEPS)
    return ExactAnswer(answer, steps, round(chance, _CHANCE_DIGITS) + 0.0)
