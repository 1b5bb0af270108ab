"""The input and the output of prepared rounds: deals, and a trace of every card placed."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sixth.sim.engine import layout
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import Bytes, Index, Plan

FIELDS: Final = np.uint64(7)
"""Fields of a `Trace` that are kept of each card."""

_0: Final = np.uint8(0)
_FITS: Final = np.uint8(0)
_FULL: Final = np.uint8(1)
_LOW: Final = np.uint8(2)
_CHOICE: Final = np.uint8(3)

WHYS: Final = ("fits", "full", "low", "choice")
"""The reasons of `sixth.rules.events.Placed`; `Trace.why` has an index into these."""


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
    """Every card placed, in the order in which they were placed.

    All arrays are uint8, rounds × turns × places, but for `totals`.
    """

    seat: Bytes
    """Whose card it is."""
    card: Bytes
    """The number of the card."""
    row: Bytes
    """The row that it went to, from 0."""
    left: Bytes
    """1 where it went to the left end of its row, else 0."""
    why: Bytes
    """Why it went there: an index of `WHYS`."""
    taken: Bytes
    """How many cards its seat took there."""
    heads: Bytes
    """The heads of these cards."""
    totals: Bytes
    """Rounds × seats: heads of the round."""


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
    """Write the card just settled into `placed` (uint8, fields of a `Trace` × rounds × turns × seats).

    Lane `lane` of the first `games` plays round `start` + `lane`.
    """
    for lane in range(games):
        at = start + lane
        low = board[layout.LOW + lane] != _0
        gap = board[layout.RIGHT_GAP + lane]
        tie = plan.both and gap == board[layout.LEFT_GAP + lane]
        taken = board[layout.TAKEN + lane]
        why = _LOW if low else _CHOICE if tie else _FULL if taken != _0 else _FITS
        placed[0, at, turn, place] = board[layout.SEAT + lane]
        placed[1, at, turn, place] = board[layout.CARD + lane]
        placed[2, at, turn, place] = board[layout.ROW + lane]
        placed[3, at, turn, place] = board[layout.LEFT + lane]
        placed[4, at, turn, place] = why
        placed[5, at, turn, place] = taken
        placed[6, at, turn, place] = board[layout.GAIN + lane]
