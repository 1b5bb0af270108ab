"""Intervals of measured means: quantiles of the distributions that give them, and errors that add up."""

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NORMAL: Final = 1.959964
"""Standard deviations within which a normal variable lies around its mean with a probability of 95 %."""


def student(free: float) -> float:
    """Return that bound for Student's distribution with `free` degrees of freedom, from 1 to infinity.

    The expansion of Cornish and Fisher is right to 1 % from 3 degrees on, and to 4 % for 2.
    """
    if free == inf:
        return NORMAL
    z = NORMAL
    return (
        z
        + (z**3 + z) / (4 * free)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    )


def error_of(measurements: "NDArray[np.float64]") -> "Error":
    """Return the error of the mean of independent `measurements`, at least two."""
    count = len(measurements)
    return Error(float(measurements.var(ddof=1)) / count, count - 1.0)


class Error:
    """The variance of a mean, and its degrees of freedom (infinite if the mean is exact)."""

    def __init__(self, variance: float = 0.0, free: float = inf) -> None:
        self.variance, self.free = variance, free

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return student(self.free) * self.variance**0.5 if self.variance > 0 else 0.0


def total(errors: Sequence[Error]) -> Error:
    """Return the error of a sum of independent means (Welch and Satterthwaite)."""
    variance = sum(each.variance for each in errors)
    shares = sum(each.variance**2 / each.free for each in errors)
    return Error(variance, variance**2 / shares if shares > 0 else inf)
