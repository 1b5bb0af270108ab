"""How sure the numbers are: intervals from deals drawn again, and ratings.

The rounds of one deal are not independent, for the cards are the same; deals are. So whole deals are drawn
again (the bootstrap), never single rounds.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 2_000
CONFIDENCE: Final = 0.95
"""How often an interval holds the true value."""

MIN_DEALS: Final = 5
"""Fewer deals say too little for any interval."""

_SEED: Final = 6106
"""The same deals are drawn again every time, so that the same results have the same intervals."""

_MAX_DRAWS: Final = 1_000_000
"""In memory together."""

_SIGMAS: Final = 1.959964
"""A normal variable is this many standard deviations or fewer from its mean with the chance `CONFIDENCE`."""

Interval = tuple[float, float]


def intervals(values: NDArray[np.float64]) -> list[Interval | None]:
    """Return the 95 % interval of the mean of each column of `values`, (deals, columns); None for too few.

    Percentiles of the means of `RESAMPLES` samples of as many deals, drawn with replacement; as much wider as
    Student's distribution is for so many deals, for few of them seem more alike than they are.
    """
    deals, columns = values.shape
    if deals < MIN_DEALS:
        return [None] * columns
    rng = np.random.default_rng(_SEED)
    means = np.empty((RESAMPLES, columns))
    step = max(1, _MAX_DRAWS // deals)
    for start in range(0, RESAMPLES, step):
        drawn = rng.integers(0, deals, (min(step, RESAMPLES - start), deals))
        # How often each deal was drawn, times its values, is one product of matrices.
        offsets = np.arange(len(drawn))[:, None] * deals
        counts = np.bincount((drawn + offsets).ravel(), minlength=len(drawn) * deals)
        means[start : start + step] = counts.reshape(len(drawn), deals) @ values / deals
    tail = (1 - CONFIDENCE) / 2
    mean = values.mean(axis=0)
    low, high = mean + (np.quantile(means, (tail, 1 - tail), axis=0) - mean) * _wider(deals)
    return [(float(one), float(other)) for one, other in zip(low, high, strict=True)]


def _wider(deals: int) -> float:
    """Return how much wider an interval from so many deals must be than the spread of their drawn means."""
    free, z = deals - 1, _SIGMAS
    # Student's quantile from the normal one (Cornish and Fisher), right to a hundredth from four degrees on.
    t = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    return float(t / z * (deals / free) ** 0.5)


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength as openskill's Plackett-Luce model sees it: 25 is where everybody begins."""

    mu: float
    sigma: float

    @property
    def interval(self) -> Interval:
        """Return the 95 % interval by `sigma`; wider than it had to be, for deals are duplicate."""
        return self.mu - _SIGMAS * self.sigma, self.mu + _SIGMAS * self.sigma


def ratings(places: NDArray[np.uint8]) -> list[Rating]:
    """Rate each bot by `places[deal, rotation, bot]`, in the order of the deals.

    Bots do not learn between rounds, so no round counts less for being long ago (`tau` is 0).
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    found = [model.rating() for _ in range(places.shape[2])]
    for ranks in places.reshape(-1, places.shape[2]).astype(float).tolist():
        found = [team[0] for team in model.rate([[each] for each in found], ranks=ranks)]
    return [Rating(each.mu, each.sigma) for each in found]
