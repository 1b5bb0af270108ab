"""Axes of drawings, which place values in units of the drawing."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Axis(NamedTuple):
    """An axis whose values `least` and `most` lie at `begin` and `end`, in units of the drawing."""

    least: float
    most: float
    begin: float = 0
    end: float = 100

    def at(self, value: float) -> float:
        """Return the place of a value, to a tenth of a unit."""
        distance = (self.end - self.begin) * (value - self.least) / ((self.most - self.least) or 1)
        return round(self.begin + distance, 1)

    def bar(self, one: float, other: float) -> tuple[float, float]:
        """Return the start and the length of a bar from one value to another."""
        low, high = sorted((self.at(one), self.at(other)))
        return low, round(high - low, 1)

    def grid(self, values: Iterable[int]) -> tuple[tuple[float, int], ...]:
        """Return the places of grid lines at these values, each with its value."""
        return tuple((self.at(value), value) for value in values)


def path(points: Iterable[tuple[float, float]]) -> str:
    """Return the line through these points as an SVG path."""
    return "M" + "L".join(f"{x} {y}" for x, y in points)


class Whisker(NamedTuple):
    """A point with its 95 % interval in a drawing that is 100 units wide."""

    low: float
    at: float
    high: float


def whiskers(values: Sequence[tuple[float, tuple[float, float]]], *, margin: int = 3) -> list[Whisker]:
    """Return whiskers for values with 95 % intervals, on one scale with a margin at both ends."""
    ends = [end for value, interval in values for end in (value, *interval)]
    axis = Axis(min(ends), max(*ends, min(ends) + 0.1), margin, 100 - margin)
    return [
        Whisker(axis.at(min(value, *interval)), axis.at(value), axis.at(max(value, *interval)))
        for value, interval in values
    ]
