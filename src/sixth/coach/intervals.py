"""Intervals from a few independent measurements of one figure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sixth.quantiles import student


def error_of(measurements: NDArray[np.float64]) -> "Error":
    """Return the error of the mean of independent `measurements`, at least two."""
    count = len(measurements)
    return Error(float(measurements.var(ddof=1)) / count, count - 1.0)


class Error:
    """The variance of a mean, and its degrees of freedom (infinite if the mean is exact)."""

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
