"""Advice and judgements during a game; they are the same as in a review afterwards."""

from collections.abc import Sequence
from functools import lru_cache

from sixth.coach.account import Advice, Decision, RoundReview
from sixth.coach.baseline import is_measured
from sixth.coach.judgement import PLAYOUTS, Judgement, judge
from sixth.coach.positions import Position, Round
from sixth.coach.reasons import reasons_for
from sixth.coach.reviewing import account, is_judged, worth
from sixth.rules.options import Rules
from sixth.rules.view import View


def advice_for(view: View) -> Advice:
    """Return the answer of the coach to the decision of `view`, which follows from the view alone."""
    best = view.legal[_judgement(view).best]
    return Advice(best, reasons_for(view, best, best))


def worth_of(position: Position, *, first: bool = False) -> Decision:
    """Return the judged decision of `position`; `first` means that the round begins with it."""
    return worth(position, _judgement(position.view) if is_judged(position, first=first) else None)


def account_of(each: Round, rules: Rules) -> RoundReview | Sequence[Decision]:
    """Return the account of a round, or only its decisions if there is no table of par for `rules`."""
    if not is_measured(rules, each.seats(rules)):
        return [worth_of(position, first=number == 0) for number, position in enumerate(each.positions)]
    judgements = [
        _judgement(position.view) if is_judged(position, first=number == 0) else None
        for number, position in enumerate(each.positions)
    ]
    return account(each, judgements, rules, PLAYOUTS)


@lru_cache(maxsize=512)
def _judgement(view: View) -> Judgement:
    """Return the judgement of a view; it is cached, since the account of a round needs those of its turns."""
    return judge(view)
