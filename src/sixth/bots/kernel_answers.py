"""What bots that use kernels share: memory for a block of games, answers as numbers, the sign of utility."""

import threading
from typing import Final

import numpy as np

from sixth.bots.bot import heads_hurt
from sixth.rules.events import Choose, Pick, Take
from sixth.rules.options import SEATS
from sixth.rules.view import View
from sixth.sim.engine.choices import LEFT_BIT
from sixth.sim.engine.layout import Bytes, Words
from sixth.sim.policy.block import Block, block

ONE_PLAYER: Final[Words] = np.zeros(SEATS.stop, dtype=np.uint64)
"""For each seat the index of its player: every seat is played by the first one."""

_LEFT: Final = int(LEFT_BIT)
_HERE: Final = threading.local()


def thread_block() -> Block:
    """Return this thread's block: a server's bots think in many threads, and a block takes a megabyte."""
    if not hasattr(_HERE, "block"):
        _HERE.block = block()
    found: Block = _HERE.block
    return found


def answer_codes(view: View) -> Bytes:
    """Return `view.legal` as kernels read it (uint8, one for each answer).

    A card to play is its index in the hand; a row to take is its index, plus `LEFT_BIT` for its left end; a
    card to pick is its number.
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
    """Return 1, or -1 where heads are wanted: players learned to avoid heads, so their logits change sign."""
    return np.float32(1.0 if heads_hurt(view.rules) else -1.0)
