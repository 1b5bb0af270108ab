"""Tournaments in words that pages and a terminal share: how much of an evening is luck."""

from sixth.i18n import gettext as _
from sixth.tournaments.luck import chance, form_of
from sixth.tournaments.plan import Plan


def luck_text(plan: Plan, people: int) -> str:
    """Return how rightly an evening of so many people ranks them, "" where that was not measured."""
    form = form_of(plan)
    measured = chance(people, plan.rounds, form) if form else None
    if measured is None:
        return ""
    points = chance(people, plan.rounds) if form == "coach" else None
    if points is not None:
        text = _(
            "Luck: of {people} people, the best wins {count} of 100 such evenings; for points, {points}."
        )
    else:
        text = _("Luck: of {people} people, the best wins {count} of 100 such evenings.")
    return text.format(
        people=people,
        count=round(100 * measured.best),
        points=round(100 * points.best) if points else 0,
    )
