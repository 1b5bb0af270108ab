"""Advice amid a game: what the coach would answer, judged as a review judges it afterwards."""

from sixth.coach.account import Advice
from sixth.coach.judgement import judge
from sixth.coach.reasons import reasons_for
from sixth.rules.view import View


def advice_for(view: View) -> Advice:
    """Return what the coach would answer, asked what `view` asks; it follows from the view alone."""
    best = view.legal[judge(view).best]
    return Advice(best, reasons_for(view, best, best))
