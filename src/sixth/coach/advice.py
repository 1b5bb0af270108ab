"""Amid a game: what the coach would answer, and what answers were worth, as a review says it afterwards."""

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
    """Return what the coach would answer, asked what `view` asks; it follows from the view alone."""
    best = view.legal[_judged(view).best]
    return Advice(best, reasons_for(view, best, best))


def worth_of(position: Position, *, first: bool = False) -> Decision:
    """Return what an answer was worth; `first` says that a round begins with it."""
    return worth(position, _judged(position.view) if is_judged(position, first=first) else None)


def account_of(each: Round, rules: Rules) -> RoundReview | Sequence[Decision]:
    """Return the account of a round, or its decisions alone where nobody has measured par for `rules`."""
    if not is_measured(rules, each.seats(rules)):
        return [worth_of(position, first=number == 0) for number, position in enumerate(each.positions)]
    judged = [
        _judged(position.view) if is_judged(position, first=number == 0) else None
        for number, position in enumerate(each.positions)
    ]
    return account(each, judged, rules, PLAYOUTS)


@lru_cache(maxsize=512)
def _judged(view: View) -> Judgement:
    """Judge a view once: whoever is told of each turn is told of the round as well."""
    return judge(view)
