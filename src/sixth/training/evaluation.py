"""How good a player is: against three of each yardstick, in deals that are always the same.

Each deal is played four times, the player in each seat once, so most of the luck of the cards falls out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from sixth.sim.engine.layout import Words
from sixth.sim.policy.network import Floats
from sixth.training.examples import BEST, GAMES, PLACES, MatchTask, Seating, play_match
from sixth.training.executors import Executor
from sixth.training.sampling import HOME

YARDSTICKS: Final = ("random", "nearest", "flat", "first")
"""Two that were never trained, the player of the stage of that name, the first older self."""

_SEED: Final = 2**64 - 1
"""Training takes no seed as high as this, so nobody is measured by what it has learnt from."""


@dataclass(frozen=True)
class Measured:
    """What a player does against three of one yardstick, in single rounds."""

    heads: float
    """Mean heads of the player."""
    within: float
    """The true mean is within so much of that, 19 times out of 20."""
    others: float
    """Mean heads of each of the others."""
    wins: float
    """Share of rounds won; who shares the win has a share of it."""


def measure(
    player: Floats, yardsticks: Mapping[str, Floats], *, executor: Executor, blocks: int
) -> dict[str, Measured]:
    """Measure a player against each yardstick, in `blocks` · `GAMES` deals and all seats.

    All play their best.
    """
    tasks = [
        _task(Seating(np.stack([player, other]), _seats(seat), np.full(PLACES, BEST)), seat, block)
        for other in yardsticks.values()
        for block in range(blocks)
        for seat in range(HOME.seats)
    ]
    # yardstick, block, seat of the player, deal, seat counted from the player's
    heads = np.array(executor.map(play_match, tasks), dtype=np.float64).reshape(
        len(yardsticks), blocks, HOME.seats, GAMES, HOME.seats
    )
    return {name: _measured(part) for name, part in zip(yardsticks, heads, strict=True)}


def _task(seating: Seating, seat: int, block: int) -> MatchTask:
    return MatchTask(rules=HOME, seating=seating, seat=seat, seed=_SEED, game=block * GAMES)


def _seats(seat: int) -> Words:
    """Return who sits where: player 0 at `seat`, player 1 everywhere else."""
    who = np.ones(PLACES, dtype=np.uint64)
    who[seat] = 0
    return who


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
