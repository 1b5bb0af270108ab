"""What bots that use kernels share: memory for a block of games, actions as numbers, what is wanted."""

import threading
from typing import Final

import numpy as np

from sixth.bots.bot import heads_hurt
from sixth.rules.events import Choose, Pick, Take
from sixth.rules.options import SEATS
from sixth.rules.view import View
from sixth.sim.engine.layout import Bytes, Words
from sixth.sim.search.playouts import Block, block

ONE_PLAYER: Final[Words] = np.zeros(SEATS.stop, dtype=np.uint64)
"""Every seat is played by the first of the players."""

_LEFT: Final = 128
_HERE: Final = threading.local()


def my_block() -> Block:
    """This thread's block: bots of a server think in many threads, and a block is a megabyte."""
    if not hasattr(_HERE, "block"):
        _HERE.block = block()
    found: Block = _HERE.block
    return found


def answers(view: View) -> Bytes:
    """`view.legal` as kernels read it (`sim.trial`): places in the hand, rows, or cards to pick."""
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


def wish(view: View) -> np.float32:
    """What a care is multiplied with: where heads are wanted, all like best what they else like least."""
    return np.float32(1.0 if heads_hurt(view.rules) else -1.0)
