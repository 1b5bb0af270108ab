"""Choices at points of a game beside what others chose there: the share, the cost, and how pages say it.

All who are at a point know the same, so what they chose and what came of it can be compared. Pure.
"""

import hashlib
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from sixth.i18n import gettext as _, number_text, percent_text

_Z: Final = 1.96
"""Standard errors to each side in an interval of 95 %."""

MIN_PLAYERS: Final = 5
"""Players on each side of a comparison."""


class OwnChoice(NamedTuple):
    """A choice in a turn: a card, or the `row` for a card too low; `point` names what led there."""

    turn: int
    point: str
    card: int | None
    row: int | None

    @property
    def name(self) -> str:
        """The name of the choice at its point."""
        return f"{self.card}" if self.row is None else f"row{self.row + 1}"


class Chosen(NamedTuple):
    """The players with one choice at a point, the sum of their heads at the end, and that of the squares."""

    choice: str
    players: int
    heads: int
    squares: int


class Cost(NamedTuple):
    """Heads that a choice cost beside all others there, on average: the estimate and its margin (95 %)."""

    heads: float
    margin: float


def point_of(path: str) -> str:
    """Return the name of the point to which these choices lead, "" for the first."""
    return hashlib.sha256(path.encode()).hexdigest()[:20] if path else ""


def cost_of(chosen: Sequence[Chosen], choice: str) -> Cost | None:
    """Return what a choice at a point cost beside the others there; None if too few players were there."""
    own = [each for each in chosen if each.choice == choice]
    others = [each for each in chosen if each.choice != choice]
    (mean, error), (other_mean, other_error) = _mean(own), _mean(others)
    if min(sum(each.players for each in side) for side in (own, others)) < MIN_PLAYERS:
        return None
    return Cost(mean - other_mean, _Z * sqrt(error + other_error))


def _mean(chosen: Sequence[Chosen]) -> tuple[float, float]:
    """Return the mean of the heads, and the variance of that mean."""
    players, heads = sum(each.players for each in chosen), sum(each.heads for each in chosen)
    if players < 2:
        return (heads / players if players else 0.0), 0.0
    squares, mean = sum(each.squares for each in chosen), heads / players
    return mean, max(0.0, (squares - players * mean * mean) / (players - 1)) / players


ChosenAt = Mapping[str, Sequence[Chosen]]
"""The choices at points, by the names of the points."""


# ------------------------------------------------------------------ in words


class ChoiceLine(NamedTuple):
    """A choice beside the field's: the share that chose the same, what it cost, what most chose instead."""

    turn: int
    choice: str
    share: str
    cost: str
    usual: str


def signed_text(value: float) -> str:
    """Return a score with its sign, a plus where it is better than the field."""
    text = number_text(round(abs(value), 1), digits=1)
    return f"+{text}" if round(value, 1) > 0 else f"−{text}" if round(value, 1) < 0 else text


def choice_lines(choices: Sequence[OwnChoice], chosen: ChosenAt) -> Sequence[ChoiceLine]:
    """Return the choices of a player beside the field's, as far as somebody else was at the same point."""
    lines = []
    for each in choices:
        there = chosen.get(each.point, ())
        players = sum(one.players for one in there)
        if players < 2:
            break
        # That the only other one did the same says nothing.
        if players >= MIN_PLAYERS or len(there) > 1:
            lines.append(choice_line(each.turn, each.name, there))
    return lines


def choice_line(turn: int, name: str, there: Sequence[Chosen]) -> ChoiceLine:
    """Return the choice with this name beside what all at the same point chose, the player included."""
    players = sum(one.players for one in there)
    same = sum(one.players for one in there if one.choice == name)
    cost = cost_of(there, name)
    usual = max(there, key=lambda one: (one.players, one.choice == name))
    share = _("{share} of {count}").format(
        share=percent_text(same / players, digits=0), count=number_text(players)
    )
    margin = "" if cost is None else f"{signed_text(cost.heads)} ± {number_text(cost.margin, digits=1)}"
    other = "" if usual.choice == name else choice_text(usual.choice)
    return ChoiceLine(turn, choice_text(name), share, margin, other)


def choice_text(name: str) -> str:
    """Return the name of a choice in words: a card, or a row."""
    row = name.removeprefix("row")
    return name if row == name else _("Row {row}").format(row=row)
