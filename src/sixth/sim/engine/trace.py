"""What is dealt, and what became of every card: what prepared rounds take, and what they give."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import (
    CARD,
    GAIN,
    LEFT,
    LEFT_GAP,
    LOW,
    RIGHT_GAP,
    ROW,
    SEAT,
    TAKEN,
    Bytes,
    Index,
    Plan,
)

FIELDS: Final = np.uint64(7)

_0: Final = np.uint8(0)
FITS: Final = np.uint8(0)
FULL: Final = np.uint8(1)
FOUND_NONE: Final = np.uint8(2)
CHOICE: Final = np.uint8(3)

WHYS: Final = ("fits", "full", "low", "choice")
"""What the numbers in `Trace.why` mean, in the words of `sixth.rules.events.Placed`."""


@dataclass(frozen=True, eq=False)
class Deal:
    """Cards by number, uint8: `rows` (rounds × rows) and `plays` (rounds × turns × seats), in order of play.

    What a seat plays in its turns is its hand, so hands need no array of their own. With deal = halves the
    turns of the second half follow those of the first.
    """

    rows: Bytes
    plays: Bytes


@dataclass(frozen=True, eq=False)
class Trace:
    """Every card placed, uint8, rounds × turns × places, in the order in which they were placed.

    `seat` and `card`: whose and which; `row` and `left`: where it went, 1 for the left end; `why`: see
    `WHYS`; `taken` and `heads`: how many cards its seat took there, and their heads. `totals` (rounds ×
    seats): heads of the round by seat.
    """

    seat: Bytes
    card: Bytes
    row: Bytes
    left: Bytes
    why: Bytes
    taken: Bytes
    heads: Bytes
    totals: Bytes


@compiled
def keep_placed(
    placed: Bytes,
    start: Index,
    games: Index,
    turn: Index,
    place: Index,
    board: Bytes,
    plan: Plan,
) -> None:
    """Write the card just settled into `placed` (fields of a `Trace` × rounds × turns × seats)."""
    for lane in range(games):
        at = start + lane
        low = board[LOW + lane] != _0
        gap = board[RIGHT_GAP + lane]
        tie = plan.both and gap == board[LEFT_GAP + lane]
        taken = board[TAKEN + lane]
        why = FOUND_NONE if low else CHOICE if tie else FULL if taken != _0 else FITS
        placed[0, at, turn, place] = board[SEAT + lane]
        placed[1, at, turn, place] = board[CARD + lane]
        placed[2, at, turn, place] = board[ROW + lane]
        placed[3, at, turn, place] = board[LEFT + lane]
        placed[4, at, turn, place] = why
        placed[5, at, turn, place] = taken
        placed[6, at, turn, place] = board[GAIN + lane]
