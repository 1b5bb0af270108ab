"""Statistics of results: bootstrap intervals, and ratings.

The rounds of one deal have the same cards, so they are not independent; deals are. So the bootstrap resamples
whole deals, never single rounds.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from sixth.quantiles import NORMAL, student

RESAMPLES: Final = 2_000
CONFIDENCE: Final = 0.95
"""The share of intervals that contain the true value."""

MIN_DEALS: Final = 5
"""The least number of deals for an interval."""

_SEED: Final = 6106
"""The seed of the resampling, fixed so that the same results have the same intervals."""

_MAX_DRAWS: Final = 1_000_000
"""The most draws in memory at once."""

ConfidenceInterval = tuple[float, float]


def intervals(values: NDArray[np.float64]) -> list[ConfidenceInterval | None]:
    """Return the 95 % interval of the mean of each column of `values` (deals × columns); None for few deals.

    An interval has the percentiles of the means of `RESAMPLES` samples of the deals with replacement. It is
    widened like Student's distribution, because few deals vary less than all deals do.
    """
    deals, columns = values.shape
    if deals < MIN_DEALS:
        return [None] * columns
    rng = np.random.default_rng(_SEED)
    means = np.empty((RESAMPLES, columns))
    step = max(1, _MAX_DRAWS // deals)
    for start in range(0, RESAMPLES, step):
        draws = rng.integers(0, deals, (min(step, RESAMPLES - start), deals))
        # The sums of samples are one product of matrices: the draws of each deal times its values.
        offsets = np.arange(len(draws))[:, None] * deals
        counts = np.bincount((draws + offsets).ravel(), minlength=len(draws) * deals)
        means[start : start + step] = counts.reshape(len(draws), deals) @ values / deals
    tail, free, mean = (1 - CONFIDENCE) / 2, deals - 1, values.mean(axis=0)
    wider = student(free) / NORMAL * (deals / free) ** 0.5
    low, high = mean + (np.quantile(means, (tail, 1 - tail), axis=0) - mean) * wider
    return [(float(one), float(other)) for one, other in zip(low, high, strict=True)]


def of_own_deals(values: NDArray[np.float64], seated: NDArray[np.int64], bots: int) -> NDArray[np.float64]:
    """Return values of all bots (deals × bots) from `values` of the `seated` bots (both deals × seats).

    The mean of a column is that of the deals in which the bot played (0 if there is none); its spread is that
    of the influence function of this mean.
    """
    deals, seats = values.shape
    if seats == bots:
        return values
    plays, values_of_bots = _spread(np.ones_like(values), seated, bots), _spread(values, seated, bots)
    often = np.maximum(plays.sum(axis=0), 1)
    mean = values_of_bots.sum(axis=0) / often
    result: NDArray[np.float64] = mean + deals / often * (values_of_bots - plays * mean)
    return result


def as_if_all_met(values: NDArray[np.float64], seated: NDArray[np.int64], bots: int) -> NDArray[np.float64]:
    """Return values of all bots (deals × bots) from `values` of the `seated` bots (both deals × seats).

    If all bots play every deal, they are `values`. Otherwise the mean of a bot is adjusted to equally many
    meetings with all others: only differences within deals count, and the means fit them by least squares,
    with a term for each deal. The spread of a column is that of the influence function of its mean.
    """
    deals, seats = values.shape
    if seats == bots:
        return values
    table = values.mean(axis=1, keepdims=True)
    plays, differences = _spread(np.ones_like(values), seated, bots), _spread(values - table, seated, bots)
    normal = np.diag(plays.sum(axis=0)) - plays.T @ plays / seats
    inverse = np.linalg.pinv(normal, hermitian=True)
    effects = inverse @ differences.sum(axis=0)
    # The residuals of a deal are its differences less those that the effects predict.
    predictions = plays * effects
    predictions -= plays * predictions.sum(axis=1, keepdims=True) / seats
    result: NDArray[np.float64] = table + effects + deals * (differences - predictions) @ inverse
    return result


def _spread(values: NDArray[np.float64], seated: NDArray[np.int64], bots: int) -> NDArray[np.float64]:
    """Return the values in the columns of their bots (deals × bots), and 0 elsewhere."""
    columns = np.zeros((len(values), bots))
    np.put_along_axis(columns, seated, values, axis=1)
    return columns


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot in openskill's Plackett-Luce model, which begins at 25."""

    mu: float
    sigma: float

    @property
    def interval(self) -> ConfidenceInterval:
        """The 95 % interval by `sigma`; it is too wide rather than too narrow, as deals are duplicate."""
        return self.mu - NORMAL * self.sigma, self.mu + NORMAL * self.sigma


def ratings(places: NDArray[np.uint8], seated: NDArray[np.int64], bots: int) -> list[Rating]:
    """Return the ratings of all bots from `places[deal, rotation, seat]` of the bots `seated[deal, seat]`.

    Bots do not learn between rounds, so old rounds count as much as new ones (`tau` is 0).
    """
    model = PlackettLuce(tau=0.0)
    model_ratings = [model.rating() for _ in range(bots)]
    for bots_of_deal, rotations in zip(seated.tolist(), places.astype(float).tolist(), strict=True):
        for ranks in rotations:
            new_ratings = model.rate([[model_ratings[bot]] for bot in bots_of_deal], ranks=ranks)
            for bot, (rating,) in zip(bots_of_deal, new_ratings, strict=True):
                model_ratings[bot] = rating
    return [Rating(each.mu, each.sigma) for each in model_ratings]
