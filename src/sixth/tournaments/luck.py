"""How much of an evening is luck: how rightly its ranking orders the people, by form, people and rounds.

`python bench/evenings.py figures` makes the figures by simulation; docs/luck.md says of whom.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path
from typing import Final, Literal, get_args

from sixth.i18n import gettext as _
from sixth.rules.games import kept_name
from sixth.tournaments.plan import Criterion, Plan

TABLE: Final = Path(__file__).with_name("luck.json")
"""The file with the figures."""

Form = Literal["plain", "heads", "duplicate", "games", "games by heads", "coach"]
"""What decides: points by the place at tables by lot; heads there; heads less those of the others who had the
same cards at other tables; what the own choices cost, as the coach judges them. A round is one deal, but in
`games` a whole game to 66 heads, for points or by heads."""

FORMS: Final[tuple[Form, ...]] = get_args(Form)

_FORM_OF: Final[Mapping[tuple[str, Criterion], Form]] = {
    ("classic", "points"): "games",
    ("classic", "heads"): "games by heads",
    ("classic rounds:1", "points"): "plain",
    ("classic rounds:1", "heads"): "heads",
    ("classic rounds:1", "choices"): "coach",
}
"""The form by the game and by what decides."""

_Row = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Chance:
    """How rightly the ranking of an evening is, on average over many evenings."""

    best: float
    """The chance that the player with the fewest heads in the long run wins; a shared win is drawn by lot."""
    first_three: float
    """The chance that this player is among the first three."""
    correlation: float
    """Spearman's rank correlation with the order of the heads in the long run: 1 is all skill, 0 all luck."""


def chance(people: int, rounds: int, form: Form = "plain") -> Chance | None:
    """Return how rightly an evening of so many people and rounds ranks them.

    Between the numbers that were measured it is interpolated by their logarithms. None for more people or
    rounds than were measured, and for fewer.
    """
    table = _table()
    by_people = table.forms[form]
    counts = list(by_people)
    numbers = table.rounds[: len(by_people[counts[0]])]
    if not (counts[0] <= people <= counts[-1] and numbers[0] <= rounds <= numbers[-1]):
        return None
    at, share = _between(counts, people)
    column, part = _between(numbers, rounds)
    fewer, more = (
        _mixed(rows[column], rows[column + 1], part) for rows in list(by_people.values())[at : at + 2]
    )
    return Chance(*_mixed(fewer, more, share))


def form_of(plan: Plan) -> Form | None:
    """Return the form of a plan; None for one that was not simulated, as only tables of four by lot were."""
    if plan.seating != "lot" or plan.cut or plan.team_size or plan.duplicate or plan.rules.seats != 4:
        return None
    return _FORM_OF.get((kept_name(plan.rules), plan.order[0]))


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


@dataclass(frozen=True, slots=True)
class _Table:
    rounds: tuple[int, ...]
    forms: dict[str, dict[int, list[_Row]]]
    """By form and number of people: a row for each number of rounds, as in `Chance`."""


@cache
def _table() -> _Table:
    read = json.loads(TABLE.read_text(encoding="utf-8"))
    return _Table(
        tuple(read["rounds"]),
        {
            form: {
                int(people): [(row[0], row[1], row[2]) for row in rows] for people, rows in by_people.items()
            }
            for form, by_people in read["forms"].items()
        },
    )


def _between(steps: Sequence[int], value: int) -> tuple[int, float]:
    """Return the place of the step at or below a value, and how far on the way to the next one it is."""
    at = min(bisect_right(steps, value), len(steps) - 1) - 1
    return at, log(value / steps[at]) / log(steps[at + 1] / steps[at])


def _mixed(one: _Row, other: _Row, share: float) -> _Row:
    best, three, correlation = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return best, three, correlation
