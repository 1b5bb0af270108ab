"""The chart of totals by round: the places of its lines, marks and names."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from sixth.rules.display.standings import rounds_played
from sixth.rules.view import View
from sixth.server.web.views.axes import Axis, path
from sixth.text import printable

WIDTH: Final = 360
HEIGHT: Final = 230

_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 240, 12, 206
_MIN_LABEL_GAP: Final = 18.0
"""The least distance between the names beside the lines, in units of the drawing."""

_MAX_NAME_LENGTH: Final = 11
_MAX_ROUND_NUMBERS: Final = 10
_MAX_POINTS: Final = 50
"""The most rounds that have a mark on each line."""


class SeatLine(NamedTuple):
    """The line of a seat through these `points`; `label` is the height of its name."""

    seat: int
    name: str
    total: int
    path: str
    points: tuple[tuple[float, float], ...]
    label: float


class Chart(NamedTuple):
    """A drawing of all totals; `grid` has heights and `rounds` has places, each with its number.

    `limit` is the height of the total that ends the game, if the totals are near it.
    """

    lines: tuple[SeatLine, ...]
    x: Axis
    y: Axis
    grid: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]
    limit: tuple[float, int] | None
    width: int = WIDTH
    height: int = HEIGHT


def totals_chart(view: View, names: Sequence[str]) -> Chart | None:
    """Return the totals after each round as a drawing, or None before there are two rounds to compare."""
    rounds = len(view.past)
    if rounds < 2:
        return None
    totals = [
        (0, *accumulate(heads[seat] for heads in view.past[: rounds_played(view, seat)]))
        for seat in range(len(names))
    ]
    end = view.rules.end
    most = max(max(each) for each in totals)
    limit = end.count if end.kind == "score" and most * 2 >= end.count else None
    step = _step(max(most, limit or 0, 1))
    top = -(-max(most, limit or 0, 1) // step) * step
    x, y = Axis(0, rounds, _LEFT, _RIGHT), Axis(0, top, _BOTTOM, _TOP)

    # Marks at every round would hide each other, and thousands of them take long to render.
    apart = -(-rounds // _MAX_POINTS)
    labels = _apart([y.at(each[-1]) for each in totals])
    lines = []
    for seat, each in enumerate(totals):
        numbers = sorted({*range(0, len(each), apart), len(each) - 1})
        points = [(x.at(number), y.at(each[number])) for number in numbers]
        lines.append(
            SeatLine(
                seat=seat,
                name=printable(names[seat], longest=_MAX_NAME_LENGTH),
                total=each[-1],
                path=path(points),
                points=tuple(points[1:]),
                label=labels[seat],
            )
        )
    every = -(-rounds // _MAX_ROUND_NUMBERS)
    return Chart(
        lines=tuple(lines),
        x=x,
        y=y,
        grid=y.grid(range(0, top + 1, step)),
        rounds=x.grid(range(every, rounds + 1, every)),
        limit=None if limit is None else (y.at(limit), limit),
    )


def _step(most: int) -> int:
    """Return the distance of grid lines: 1, 2 or 5 times a power of ten, for five lines at most."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if most <= 5 * step:
                return step
        size *= 10


def _apart(heights: Sequence[float]) -> list[float]:
    """Return the heights, moved just enough that names at them do not touch and all stay inside."""
    order = sorted(range(len(heights)), key=lambda at: (heights[at], at))
    placed = [heights[at] for at in order]
    for before, after in pairwise(range(len(placed))):
        placed[after] = max(placed[after], placed[before] + _MIN_LABEL_GAP)
    placed[-1] = min(placed[-1], _BOTTOM + 6.0)
    for after, before in pairwise(reversed(range(len(placed)))):
        placed[before] = min(placed[before], placed[after] - _MIN_LABEL_GAP)
    moved = [0.0] * len(heights)
    for at, height in zip(order, placed, strict=True):
        moved[at] = round(height, 1)
    return moved
