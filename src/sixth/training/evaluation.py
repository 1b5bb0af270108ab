"""How good a player is: against three of each yardstick, in deals that are always the same.

Each deal is played four times, the player in each seat once, so most of the luck of the cards falls out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from sixth.sim.policy.network import Floats
from sixth.training.examples import BEST, GAMES, PLACES, Cast, MatchOrder, watch
from sixth.training.executors import Engine
from sixth.training.sampling import HOME

YARDSTICKS: Final = ("random", "nearest", "flat", "first")
"""Two that were never trained, the player of the stage of that name, the first older self."""

_SEED: Final = 2**64 - 1
"""Training takes no seed as high as this, so nobody is measured by what it has learnt from."""


@dataclass(frozen=True)
class Measured:
    """Against three of one yardstick, a round."""

    heads: float
    """Of the player, mean."""
    within: float
    """The true mean is within so much of that, 19 times out of 20."""
    others: float
    """Heads of each of the others, mean."""
    wins: float
    """Share of rounds won; who shares the win has a share of it."""


def measure(
    player: Floats, yardsticks: Mapping[str, Floats], engine: Engine, blocks: int
) -> dict[str, Measured]:
    """The player against each yardstick, `blocks` · `GAMES` deals in all seats; all play their best."""
    orders = [
        _order(player, other, seat, block)
        for other in yardsticks.values()
        for block in range(blocks)
        for seat in range(HOME.seats)
    ]
    # yardstick, block, seat of the player, deal, seat counted from the player's
    heads = np.array(engine.map(watch, orders), dtype=np.float64).reshape(
        len(yardsticks), blocks, HOME.seats, GAMES, HOME.seats
    )
    return {name: _measured(part) for name, part in zip(yardsticks, heads, strict=True)}


def _order(player: Floats, other: Floats, seat: int, block: int) -> MatchOrder:
    who = np.ones(PLACES, dtype=np.uint64)
    who[seat] = 0
    cast = Cast(np.stack([player, other]), who, np.full(PLACES, BEST))
    return MatchOrder(HOME, cast, seat, _SEED, block * GAMES)


def _measured(heads: np.ndarray) -> Measured:
    mine = heads[..., 0]
    deals = mine.mean(axis=1).ravel()
    best = heads.min(axis=-1)
    won = (mine == best) / (heads == best[..., None]).sum(axis=-1)
    return Measured(
        heads=float(mine.mean()),
        within=float(1.96 * deals.std() / deals.size**0.5),
        others=float(heads[..., 1:].mean()),
        wins=float(won.mean()),
    )
