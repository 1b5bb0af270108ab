"""The work of the coach for a site, as functions for a process of its own.

A position is judged once for advice, the worth of its turn and the review of its game. Kernels are loaded
with the first call, not with this module.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sixth.coach.account import Advice, Decision, Review, RoundReview
from sixth.coach.codec import review_to_json, round_to_json
from sixth.coach.positions import Position, Round
from sixth.rules.codec import dumps, loads
from sixth.rules.options import Rules
from sixth.rules.record import Record
from sixth.rules.view import View

if TYPE_CHECKING:
    from sixth.coach.judgement import Judgement


def advice_for(view: View) -> Advice:
    """Return the answer of the coach to the decision of `view`, which follows from the view alone."""
    from sixth.coach.proofs import likeliest, prove_once
    from sixth.coach.reasons import reasons_for

    proof = prove_once(view)
    best = likeliest(proof) if proof else view.legal[_judge(view).best]
    return Advice(best, reasons_for(view, best, best), proof or ())


def worth_of(position: Position, *, first: bool = False) -> Decision:
    """Return the judged decision of `position`; `first` means that the round begins with it."""
    from sixth.coach.proofs import prove_once
    from sixth.coach.reviewing import is_judged, worth

    judgement = _judge(position.view) if is_judged(position, first=first) else None
    return worth(position, judgement, prove_once(position.view))


def account_of(each: Round, rules: Rules) -> RoundReview | Sequence[Decision]:
    """Return the account of a round, or only its decisions if there is no table of par for `rules`."""
    from sixth.coach.baseline import is_measured
    from sixth.coach.judgement import PLAYOUTS
    from sixth.coach.proofs import prove_once
    from sixth.coach.reviewing import account, is_judged, worth

    judgements = [
        _judge(position.view) if is_judged(position, first=number == 0) else None
        for number, position in enumerate(each.positions)
    ]
    if not is_measured(rules, each.seats(rules)):
        proofs = [prove_once(position.view) for position in each.positions]
        return list(map(worth, each.positions, judgements, proofs))
    return account(each, judgements, rules, PLAYOUTS)


def round_of_review(record: Record, seat: int, done: int) -> str:
    """Return, as JSON, the round of a review that follows on the first `done`."""
    from sixth.coach.reviewing import review_rounds

    return dumps(round_to_json(next(review_rounds(record, seat, done=done))))


def whole_review(game: str, seat: int, rounds: Sequence[str]) -> str:
    """Return, as JSON, the review with these rounds, each as JSON."""
    from sixth.coach.judgement import PLAYOUTS

    review = review_to_json(Review(game, seat, PLAYOUTS, 0, ()))
    return dumps(review | {"rounds": [loads(each) for each in rounds]})


def cost_of_choices(positions: Sequence[Position]) -> float:
    """Return the heads that the choices of a round cost, as a tournament counts them."""
    from sixth.coach.judgement import cost_of

    return cost_of(positions)


def _judge(view: View) -> "Judgement":
    from sixth.coach.judgement import PLAYOUTS, judge_once

    return judge_once(view, PLAYOUTS, 0)
