"""Intervals from a few independent measurements of the same thing."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

NORMAL: Final = 1.959964
"""A normal variable is within so many standard deviations of its mean with a chance of 95 %."""


def student(free: float) -> float:
    """Return the same for Student's distribution with `free` degrees of freedom.

    It is right to 1 % from 3 on, and to 4 % for 2.
    """
    z = NORMAL
    return float(
        z
        + (z**3 + z) / (4 * free)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    )


def error_of(measured: NDArray[np.float64]) -> "Error":
    """Return how far the mean of independent measurements may be off."""
    count = len(measured)
    return Error(float(measured.var(ddof=1)) / count, count - 1.0)


class Error:
    """The variance of a mean, and its degrees of freedom (infinite if it is known exactly)."""

    def __init__(self, variance: float = 0.0, free: float = np.inf) -> None:
        self.variance, self.free = variance, free

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return student(self.free) * self.variance**0.5 if self.variance > 0 else 0.0


def total(errors: Sequence[Error]) -> Error:
    """Return the error of a sum of independent means (Welch and Satterthwaite)."""
    variance = sum(each.variance for each in errors)
    shares = sum(each.variance**2 / each.free for each in errors)
    return Error(variance, variance**2 / shares if shares > 0 else np.inf)
