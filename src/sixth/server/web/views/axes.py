"""Axes of drawings: where a value lies, in units of the drawing. Templates only write down what is here."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Axis(NamedTuple):
    """An axis from `begin` to `end`, in units of the drawing: there lie the values `least` and `most`."""

    least: float
    most: float
    begin: float = 0
    end: float = 100

    def at(self, value: float) -> float:
        """Return where a value lies, to a tenth of a unit."""
        share = (self.end - self.begin) * (value - self.least) / ((self.most - self.least) or 1)
        return round(self.begin + share, 1)

    def bar(self, one: float, other: float) -> tuple[float, float]:
        """Return where a bar from one value to another begins, and how long it is."""
        low, high = sorted((self.at(one), self.at(other)))
        return low, round(high - low, 1)

    def grid(self, values: Iterable[int]) -> tuple[tuple[float, int], ...]:
        """Return where the lines of these values lie, each with its value."""
        return tuple((self.at(value), value) for value in values)


def path(points: Iterable[tuple[float, float]]) -> str:
    """Return the line through these points as an SVG path."""
    return "M" + "L".join(f"{x} {y}" for x, y in points)


class Whisker(NamedTuple):
    """A value in a drawing `scale` wide: a point with its 95 % interval."""

    low: float
    at: float
    high: float
    scale: int = 100


def whiskers(values: Sequence[tuple[float, tuple[float, float]]], *, margin: int = 3) -> list[Whisker]:
    """Return values, each with its 95 % interval, on one scale that leaves a margin at both ends."""
    ends = [end for value, interval in values for end in (value, *interval)]
    axis = Axis(min(ends), max(*ends, min(ends) + 0.1), margin, 100 - margin)
    return [
        Whisker(axis.at(min(value, *interval)), axis.at(value), axis.at(max(value, *interval)))
        for value, interval in values
    ]
