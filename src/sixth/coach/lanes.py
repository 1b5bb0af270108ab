"""Rounds played a thousand at a time by the players of the policy, each in a lane of the kernel."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.bots.kernel_answers import thread_block
from sixth.bots.observation import plan_of
from sixth.rules.options import Rules
from sixth.sim.engine.layout import LANES, SCORE
from sixth.sim.policy.network import Floats
from sixth.sim.search.drafts import NONE, draft_on, lay_open
from sixth.sim.search.examples import begin
from sixth.sim.search.playouts import NOBODY, play_on

ROUNDS: Final = int(LANES)
"""How many are played at once."""

_ZERO: Final = np.uint64(0)


def play_rounds(
    rules: Rules, seats: int, players: Floats, who: NDArray[np.uint64], *, luck: np.uint64, first: int = 0
) -> NDArray[np.int64]:
    """Return the heads of `ROUNDS` rounds with so many seats, rounds × seats, drafts and all.

    `who` is which of the `players` sits on each seat, and the thread's block has their inverse temperatures.
    Cards and choices follow from `luck` and the number of a round, of which the first is `first`.
    """
    plan, b, rows = plan_of(rules, seats), thread_block(), np.zeros(ROUNDS, dtype=np.uint8)
    if rules.drafts:
        lay_open(b, plan)
        b.streams[:] = np.uint64(first) + np.arange(ROUNDS, dtype=np.uint64)
        draft_on(b, players, who, plan, luck, LANES, _ZERO, _ZERO, NONE, rows)
    else:
        begin(b, plan, luck, np.uint64(first))
        play_on(b, players, who, plan, luck, LANES, _ZERO, plan.turns, NOBODY, NOBODY, rows)
    scores = b.board[int(SCORE) : int(SCORE) + seats * ROUNDS].reshape(seats, -1).T
    return scores.astype(np.int64)
