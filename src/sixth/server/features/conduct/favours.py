"""Whether somebody's costly choices favour one other player beyond chance: the statistics, without a game."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

ALPHA: Final = 0.05
"""The chance that any comparison at all is beyond the bound where nobody favours anybody."""

_DRAWS: Final = 19_999
_RESAMPLES: Final = 2_000


class CommonGame(NamedTuple):
    """What the costly choices of one player did in a game with another.

    They `cost` the player so many heads by the coach. `spared` are the heads that they spared each of the
    other seats, at least two, of which the other player is number `taker`.
    """

    cost: float
    spared: Sequence[float]
    taker: int


class Favour(NamedTuple):
    """How much the costly choices of `giver` favour `taker`, by the mean over their common `games`.

    They `cost` the giver so many heads a game, and spared the taker so many more than the other seats
    (`favour`, with its 95 % interval `ci`). `chance` is the probability of at least as much if the taker were
    any of the others.
    """

    giver: str
    taker: str
    games: int
    cost: float
    favour: float
    ci: tuple[float, float]
    chance: float


def favours(common: Mapping[tuple[str, str], Sequence[CommonGame]], *, seed: int = 0) -> Sequence[Favour]:
    """Return all comparisons, the most unlikely first; the keys of `common` are givers and takers.

    Chance is measured by giving the place of the taker to one of the other seats at random in each game,
    which assumes nothing about how the effects are distributed.
    """
    rng = np.random.default_rng(seed)
    comparisons = [_favour(giver, taker, games, len(common), rng) for (giver, taker), games in common.items()]
    return sorted(comparisons, key=lambda each: (each.chance, -each.favour))


def bound(comparisons: int) -> float:
    """Return the chance below which a comparison is remarkable among so many (Bonferroni)."""
    return ALPHA / max(1, comparisons)


def _favour(
    giver: str, taker: str, games: Sequence[CommonGame], comparisons: int, rng: np.random.Generator
) -> Favour:
    contrasts = [_contrasts(game.spared) for game in games]
    own = np.array([each[game.taker] for each, game in zip(contrasts, games, strict=True)])
    # Enough draws for a chance that is well below the bound.
    draws = max(_DRAWS, 20 * comparisons)
    drawn = np.zeros(draws)
    for each in contrasts:
        drawn += rng.choice(each, draws)
    reached = np.count_nonzero(drawn >= own.sum() - 1e-9)
    means = own[rng.integers(0, len(own), (_RESAMPLES, len(own)))].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Favour(
        giver,
        taker,
        len(games),
        cost=float(np.mean([game.cost for game in games])),
        favour=float(own.mean()),
        ci=(float(low), float(high)),
        chance=float((1 + reached) / (1 + draws)),
    )


def _contrasts(spared: Sequence[float]) -> NDArray[np.float64]:
    """Return for each other seat how much more it was spared than the mean of the rest."""
    values = np.asarray(spared, dtype=np.float64)
    contrasts: NDArray[np.float64] = values - (values.sum() - values) / (len(values) - 1)
    return contrasts
