"""The evaluation of a player among copies of each yardstick, in deals that are always the same.

Each deal is played with the player in each seat once, which cancels most of the luck.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from sixth.rules.options import Rules
from sixth.sim.policy.network import Floats
from sixth.training.examples import BEST, GAMES, PLACES, MatchTask, TaskSeating, play_match
from sixth.training.executors import Executor
from sixth.training.sampling import HOME

YARDSTICKS: Final = ("random", "nearest", "flat", "first")
"""Two untrained players, the player of the stage `flat`, and the first older self."""

ALONE: Final = "alone"
"""The yardstick of a hand network: the same player without it, at a table of two."""
TWO: Final = HOME.replace(seats=2)

_SEED: Final = 2**64 - 1
"""A seed above those of trainings, so that no player is measured on deals it has learnt from."""


@dataclass(frozen=True)
class Score:
    """The results of a player among copies of one yardstick, in single rounds."""

    heads: float
    """Mean heads of the player."""
    within: float
    """Half of the 95 % interval of that mean."""
    others: float
    """Mean heads of each of the others."""
    wins: float
    """Share of rounds won; players with equal heads share the win."""


def measure(
    player: Floats,
    yardsticks: Mapping[str, Floats],
    *,
    executor: Executor,
    blocks: int,
    rules: Rules = HOME,
    hand: Floats | None = None,
) -> dict[str, Score]:
    """Measure a player among copies of each yardstick, in `blocks` · `GAMES` deals and all seats.

    All of them nearly always play their best answer. With a hand network the player plays cards by that.
    """
    # By seat of the player: 0 there, 1 at all other seats.
    who, strict = np.uint64(1) - np.eye(rules.seats, PLACES, dtype=np.uint64), np.full(PLACES, BEST)
    tasks = [
        MatchTask(
            rules=rules,
            seating=TaskSeating(np.stack([player, other]), who[seat], strict),
            seat=seat,
            seed=_SEED,
            game=block * GAMES,
            hand=hand,
        )
        for other in yardsticks.values()
        for block in range(blocks)
        for seat in range(rules.seats)
    ]
    # yardstick, block, seat of the player, deal, seat counted from the player's
    heads = np.array(executor.map(play_match, tasks), dtype=np.float64).reshape(
        len(yardsticks), blocks, rules.seats, GAMES, rules.seats
    )
    return {name: _score(part) for name, part in zip(yardsticks, heads, strict=True)}


def _score(heads: np.ndarray) -> Score:
    mine = heads[..., 0]
    deals = mine.mean(axis=1).ravel()
    best = heads.min(axis=-1)
    shares = (mine == best) / (heads == best[..., None]).sum(axis=-1)
    return Score(
        heads=float(mine.mean()),
        within=float(1.96 * deals.std() / deals.size**0.5),
        others=float(heads[..., 1:].mean()),
        wins=float(shares.mean()),
    )
