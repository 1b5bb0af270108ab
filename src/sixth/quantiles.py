"""Quantiles of the distributions that give intervals of measured means."""

from math import inf
from typing import Final

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
