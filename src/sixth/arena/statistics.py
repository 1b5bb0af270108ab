"""How sure the numbers are: intervals from deals drawn again, and ratings.

The rounds of one deal are not independent, for the cards are the same; deals are. So whole deals are drawn
again (the bootstrap), never single rounds.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.quantiles import NORMAL, student

RESAMPLES: Final = 2_000
CONFIDENCE: Final = 0.95
"""How often an interval holds the true value."""

MIN_DEALS: Final = 5
"""Fewer deals say too little for any interval."""

_SEED: Final = 6106
"""The same deals are drawn again every time, so that the same results have the same intervals."""

_MAX_DRAWS: Final = 1_000_000
"""In memory together."""

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
    free = deals - 1
    return float(student(free) / NORMAL * (deals / free) ** 0.5)


def of_own_deals(values: NDArray[np.float64], seated: NDArray[np.int64], bots: int) -> NDArray[np.float64]:
    """Return values of all `bots`, (deals, bots), from those of who was `seated`; both are (deals, seats).

    The mean of a column is that of the deals in which the bot played (0 if there is none), and its spread
    that of this mean's influence function.
    """
    deals, seats = values.shape
    if seats == bots:
        return values
    plays, found = _spread(np.ones_like(values), seated, bots), _spread(values, seated, bots)
    often = np.maximum(plays.sum(axis=0), 1)
    mean = found.sum(axis=0) / often
    told: NDArray[np.float64] = mean + deals / often * (found - plays * mean)
    return told


def as_if_all_met(values: NDArray[np.float64], seated: NDArray[np.int64], bots: int) -> NDArray[np.float64]:
    """Return values of all `bots`, (deals, bots), from those of who was `seated`; both are (deals, seats).

    Where everybody plays every deal they are the values. Else a bot's mean is what it would be if it had
    met all others equally often: of each deal only the differences between those who played it count, as
    what the cards and the others do to all of them is the same, and the means fit these best (least squares
    with a term for each deal). A column's spread over the deals is that of its mean's influence function.
    """
    deals, seats = values.shape
    if seats == bots:
        return values
    table = values.mean(axis=1, keepdims=True)
    plays, apart = _spread(np.ones_like(values), seated, bots), _spread(values - table, seated, bots)
    normal = np.diag(plays.sum(axis=0)) - plays.T @ plays / seats
    inverse = np.linalg.pinv(normal, hermitian=True)
    effects = inverse @ apart.sum(axis=0)
    # What a deal says beside what the effects foretell of it.
    foretold = plays * effects
    foretold -= plays * foretold.sum(axis=1, keepdims=True) / seats
    told: NDArray[np.float64] = table + effects + deals * (apart - foretold) @ inverse
    return told


def _spread(values: NDArray[np.float64], seated: NDArray[np.int64], bots: int) -> NDArray[np.float64]:
    """Return the values in the columns of their bots, and 0 elsewhere."""
    found = np.zeros((len(values), bots))
    np.put_along_axis(found, seated, values, axis=1)
    return found


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength as openskill's Plackett-Luce model sees it: 25 is where everybody begins."""

    mu: float
    sigma: float

    @property
    def interval(self) -> Interval:
        """Return the 95 % interval by `sigma`; wider than it had to be, for deals are duplicate."""
        return self.mu - NORMAL * self.sigma, self.mu + NORMAL * self.sigma


def ratings(places: NDArray[np.uint8], seated: NDArray[np.int64], bots: int) -> list[Rating]:
    """Rate all `bots` by `places[deal, rotation, seat]` of who was `seated[deal, seat]`, in that order.

    Bots do not learn between rounds, so no round counts less for being long ago (`tau` is 0).
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    found = [model.rating() for _ in range(bots)]
    for who, rotations in zip(seated.tolist(), places.astype(float).tolist(), strict=True):
        for ranks in rotations:
            rated = model.rate([[found[bot]] for bot in who], ranks=ranks)
            for bot, (rating,) in zip(who, rated, strict=True):
                found[bot] = rating
    return [Rating(each.mu, each.sigma) for each in found]
