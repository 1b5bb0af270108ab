"""Helpers of bots that use kernels: the block of a thread, answers as numbers, their playouts, their sign."""

import threading
from typing import Final

import numpy as np

from sixth.bots.bot import heads_hurt
from sixth.rules.events import Choose, Pick, Take
from sixth.rules.options import SEATS
from sixth.rules.view import View
from sixth.sim.engine.choices import LEFT_BIT
from sixth.sim.engine.layout import Bytes, Plan, Words
from sixth.sim.policy.block import Block, block
from sixth.sim.search.determinization import Float64Array, Observation
from sixth.sim.search.drafts import DraftObservation
from sixth.sim.search.playouts import Lineup
from sixth.sim.search.rollouts import Playouts, Stakes, roll_out_answers, roll_out_picks

ONE_PLAYER: Final[Words] = np.zeros(SEATS.stop, dtype=np.uint64)
"""The index of the player of each seat: the first player plays all seats."""

_LEFT: Final = int(LEFT_BIT)
_HERE: Final = threading.local()


def thread_block() -> Block:
    """Return the block of this thread: bots of a server run in many threads, and a block takes a megabyte."""
    if not hasattr(_HERE, "block"):
        _HERE.block = block()
    this_block: Block = _HERE.block
    return this_block


def answer_codes(view: View) -> Bytes:
    """Return the codes of the actions in `view.legal` for kernels (uint8, in the same order).

    The code of a card to play is its index in the hand, that of a row to take is its index, plus `LEFT_BIT`
    for its left end, and that of a card to pick is its number.
    """
    codes = []
    for action in view.legal:
        match action:
            case Choose(card):
                codes.append(view.hand.index(card))
            case Take(row, end):
                codes.append(row + (_LEFT if end == "left" else 0))
            case Pick(card):
                codes.append(card)
    return np.array(codes, dtype=np.uint8)


def utility_sign(view: View) -> np.float32:
    """Return 1, or -1 where the most heads win: players learned to avoid heads, so logits change sign."""
    return np.float32(1.0 if heads_hurt(view.rules) else -1.0)


def roll_out(
    lineup: Lineup,
    plan: Plan,
    observation: Observation | DraftObservation,
    stakes: Stakes,
    playouts: Playouts,
) -> Float64Array:
    """Return the sum of the utilities of each answer in all its playouts, in heads."""
    results = np.zeros((len(playouts.answers), 2))
    if isinstance(observation, DraftObservation):
        roll_out_picks(thread_block(), lineup, plan, observation, stakes, playouts, results)
    else:
        roll_out_answers(thread_block(), lineup, plan, observation, stakes, playouts, results)
    return results[:, 0]
