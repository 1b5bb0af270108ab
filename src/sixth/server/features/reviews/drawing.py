"""The account of a round as drawings: the places of bars, lines and labels, for templates to draw."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

from sixth.coach.account import Account, RoundReview
from sixth.coach.text import DIGITS, interval_text, shown_terms, signed, whole_terms
from sixth.i18n import gettext as _, number_text
from sixth.server.web.views.axes import Axis, path
from sixth.text import heads_text

_SCALE: Final = 100
"""The width of drawings that stretch with the page."""


Drawing = Mapping[str, Any]
"""The places of a drawing, by the names that its template has for them."""


def whole_bars(each: Account, among: Sequence[Account]) -> Drawing:
    """Return luck and choices as bars from `zero`, to the scale of all accounts in `among`, with this one.

    A bar has the whole heads that luck or choices (its `kind`) cost or saved.
    """
    terms = [term for one in among for term in whole_terms(one)[1:]]
    axis = Axis(min(0, *terms), max(1, *terms), 0, _SCALE)

    def bar(kind: str, name: str, cost: int) -> Drawing:
        x, width = axis.bar(0, cost)
        heads = heads_text(abs(cost))
        return {"kind": kind, "name": name, "heads": heads, "worse": cost > 0, "x": x, "width": width}

    _par, luck, own = whole_terms(each)
    of_luck = _("Bad luck") if luck > 0 else _("Good luck") if luck < 0 else _("Luck")
    of_choices = _("Choices that saved heads") if own < 0 else _("Choices")
    bars = bar("luck", of_luck, luck), bar("own", of_choices, own)
    return {"bars": bars, "zero": axis.at(0), "scale": _SCALE}


def exact_terms(each: Account) -> tuple[tuple[str, str, str], ...]:
    """Return par and the terms that changed it: name, value to a tenth of a head, 95 % interval."""
    par, deal, own, others = shown_terms(each)
    return (
        (_("Par"), number_text(par, digits=DIGITS), interval_text(each.par_ci)),
        (_("Deal"), signed(deal), interval_text(each.deal_ci)),
        (_("Choices"), signed(own), interval_text(each.own_ci)),
        (_("Others’ cards"), signed(others), interval_text(each.others_ci)),
    )


WIDTH: Final = 360
_LINE: Final = 24
_LEFT, _RIGHT = 104, 312
_TEXT_GAP: Final = 5


def account_bars(each: Account) -> Drawing:
    """Return the account as bars that add up: par, what changed it, and the result.

    A bar has its figure at `at`, and from `joint` a line leads down to where the bar below begins; `worse` is
    whether it cost heads.
    """
    par, *terms = shown_terms(each)
    names = (("deal", _("Deal")), ("own", _("Choices")), ("others", _("Others’ cards")))
    ends = list(accumulate((each.sign * term for term in terms), initial=par))
    axis = Axis(min(0.0, *ends), max(1.0, *ends), _LEFT, _RIGHT)
    bars: list[Drawing] = []

    def add(kind: str, name: str, figure: str, begin: float, end: float, *, worse: bool = False) -> None:
        x, width = axis.bar(begin, end)
        place = {"x": x, "width": width, "at": max(axis.at(begin), axis.at(end)) + _TEXT_GAP}
        text = {"kind": kind, "name": name, "figure": figure, "worse": worse}
        bars.append(text | place | {"y": _LINE * len(bars), "joint": axis.at(end)})

    add("par", _("Par"), number_text(par, digits=DIGITS), 0, par)
    for (kind, name), term, (begin, end) in zip(names, terms, pairwise(ends), strict=True):
        add(kind, name, signed(each.sign * term), begin, end, worse=term > 0)
    add("result", _("Result"), number_text(each.heads), 0, each.heads)
    return {"bars": bars, "height": _LINE * len(bars), "zero": axis.at(0), "width": WIDTH}


_CHART_HEIGHT: Final = 150
_CHART_LEFT, _CHART_RIGHT, _CHART_TOP, _CHART_BOTTOM = 30, 350, 10, 128


def course_of(review: RoundReview) -> Drawing | None:
    """Return how the expected result of a round changed from par to the result; None without decisions.

    A point has the number of its turn, or "" at both ends, and whether the decision cost something.
    """
    decisions = [(each, value) for each in review.decisions if (value := each.value) is not None]
    if not decisions:
        return None
    values = [review.par, *(value for _each, value in decisions), float(review.heads)]
    most = max(5, *(-(-int(value) // 5) * 5 + 5 for value in values))
    least = min(0, *(int(value) // 5 * 5 for value in values))
    step = max(5, -(-(most - least) // 25) * 5)

    x = Axis(0, len(values) - 1, _CHART_LEFT, _CHART_RIGHT)
    y = Axis(least, most, _CHART_BOTTOM, _CHART_TOP)
    turns = ["", *(str(each.turn) if each.kind == "choose" else "" for each, _value in decisions), ""]
    losses = [False, *(each.is_loss for each, _value in decisions), False]
    points = [
        {"x": x.at(at), "y": y.at(value), "turn": turn, "lost": lost}
        for at, (value, turn, lost) in enumerate(zip(values, turns, losses, strict=True))
    ]
    return {
        "path": path((x.at(at), y.at(value)) for at, value in enumerate(values)),
        "points": points,
        "x": x,
        "y": y,
        "grid": y.grid(range(least, most + 1, step)),
        "width": WIDTH,
        "height": _CHART_HEIGHT,
    }
