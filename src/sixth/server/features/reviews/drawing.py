"""The account of a round as drawings: the places of bars, lines and labels, for templates to draw."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from sixth.coach.account import Account, RoundReview
from sixth.coach.text import DIGITS, interval_text, shown_terms, signed, whole_terms
from sixth.i18n import gettext as _, number_text
from sixth.server.web.views.axes import Axis, path
from sixth.text import heads_text

_SCALE: Final = 100
"""The width of drawings that stretch with the page."""


class WholeBar(NamedTuple):
    """The heads that luck or choices (`kind`) cost or saved, in whole heads: a bar from `x` on."""

    kind: str
    name: str
    heads: str
    worse: bool
    x: float
    width: float


class WholeBars(NamedTuple):
    """Luck and choices as two bars from `zero`, on a scale for one or more accounts."""

    bars: tuple[WholeBar, WholeBar]
    zero: float
    scale: int = _SCALE


def whole_bars(each: Account, among: Sequence[Account]) -> WholeBars:
    """Return luck and choices as bars to the scale of all accounts in `among`, with this one."""
    terms = [term for one in among for term in whole_terms(one)[1:]]
    axis = Axis(min(0, *terms), max(1, *terms), 0, _SCALE)

    def bar(kind: str, name: str, cost: int) -> WholeBar:
        return WholeBar(kind, name, heads_text(abs(cost)), cost > 0, *axis.bar(0, cost))

    _par, luck, own = whole_terms(each)
    of_luck = _("Bad luck") if luck > 0 else _("Good luck") if luck < 0 else _("Luck")
    of_choices = _("Choices that saved heads") if own < 0 else _("Choices")
    return WholeBars((bar("luck", of_luck, luck), bar("own", of_choices, own)), axis.at(0))


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


class AccountBar(NamedTuple):
    """One line of the account: a bar from `x` on, and its figure at `at`.

    `kind` is `par`, `deal`, `own`, `others` or `result`; `worse` is whether it cost heads. From `joint` a
    line leads down to where the bar below begins.
    """

    kind: str
    name: str
    figure: str
    worse: bool
    y: int
    x: float
    width: float
    at: float
    joint: float


class Bars(NamedTuple):
    """The account as bars that add up: each begins where the one above it ends."""

    bars: tuple[AccountBar, ...]
    height: int
    zero: float
    width: int = WIDTH


def account_bars(each: Account) -> Bars:
    """Return the account as bars: par, what changed it, and the result."""
    par, *terms = shown_terms(each)
    names = (("deal", _("Deal")), ("own", _("Choices")), ("others", _("Others’ cards")))
    ends = list(accumulate((each.sign * term for term in terms), initial=par))
    axis = Axis(min(0.0, *ends), max(1.0, *ends), _LEFT, _RIGHT)

    def bar(kind: str, name: str, figure: str, begin: float, end: float, *, worse: bool) -> AccountBar:
        after = max(axis.at(begin), axis.at(end)) + _TEXT_GAP
        y = _LINE * len(bars)
        return AccountBar(kind, name, figure, worse, y, *axis.bar(begin, end), after, axis.at(end))

    bars: list[AccountBar] = []
    bars.append(bar("par", _("Par"), number_text(par, digits=DIGITS), 0, par, worse=False))
    for (kind, name), term, (begin, end) in zip(names, terms, pairwise(ends), strict=True):
        bars.append(bar(kind, name, signed(each.sign * term), begin, end, worse=term > 0))
    bars.append(bar("result", _("Result"), number_text(each.heads), 0, each.heads, worse=False))
    return Bars(tuple(bars), _LINE * len(bars), axis.at(0))


_CHART_HEIGHT: Final = 150
_CHART_LEFT, _CHART_RIGHT, _CHART_TOP, _CHART_BOTTOM = 30, 350, 10, 128


def course_of(review: RoundReview) -> dict[str, object] | None:
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
