"""Ways to decide the row of a card without a place, and between two places equally close, in lanes.

`board` is uint8, `BOARD`. Each kernel writes `CHOSEN_ROW` and `CHOSEN_LEFT` for every lane, whether it
matters there or not.
"""

from typing import Final

import numpy as np

from sixth.sim.engine import layout
from sixth.sim.engine.chance import DECISIONS, chance
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import HALF, LANES, ONE, Bytes, Index, Plan

CHEAPEST: Final = np.uint8(0)
"""The code of `take_cheapest`."""
RANDOM: Final = np.uint8(1)
"""The code of `take_random`."""
PREPARED: Final = np.uint8(2)
"""The code of `take_prepared`."""

LEFT_BIT: Final = np.uint8(128)
"""Added to the row of a prepared decision: of two places equally close the one at a left end."""
_ROW_BITS: Final = np.uint8(127)

_0: Final = np.uint8(0)
_1: Final = np.uint8(1)
_255: Final = np.uint8(255)


@compiled
def take_cheapest(board: Bytes, plan: Plan) -> None:
    """Choose the row with the fewest heads, the first of several; the cheaper place, right if equal."""
    for lane in range(LANES):
        board[layout.SCRATCH + lane] = _255
        board[layout.CHOSEN_ROW + lane] = _0
    for row in range(plan.rows):
        at = layout.COST + row * LANES
        for lane in range(LANES):
            cost = board[at + lane]
            least = board[layout.SCRATCH + lane]
            cheapest = board[layout.CHOSEN_ROW + lane]
            less = cost < least
            board[layout.SCRATCH + lane] = cost if less else least
            board[layout.CHOSEN_ROW + lane] = np.uint8(row) if less else cheapest
    if plan.both:
        _cheaper_end(board, plan)


@compiled
def _cheaper_end(board: Bytes, plan: Plan) -> None:
    right = layout.SCRATCH
    left = layout.SCRATCH + LANES
    for lane in range(LANES):
        board[right + lane] = _0
        board[left + lane] = _0
    for row in range(plan.rows):
        at = row * LANES
        for lane in range(LANES):
            cost = board[layout.COST + at + lane]
            full = board[layout.COUNT + at + lane] >= plan.limit
            price = cost if full else _0
            at_right = board[layout.RIGHT_ROW + lane] == np.uint8(row)
            at_left = board[layout.LEFT_ROW + lane] == np.uint8(row)
            right_price = board[right + lane]
            left_price = board[left + lane]
            board[right + lane] = price if at_right else right_price
            board[left + lane] = price if at_left else left_price
    for lane in range(LANES):
        board[layout.CHOSEN_LEFT + lane] = np.uint8(board[left + lane] < board[right + lane])


@compiled
def take_random(board: Bytes, plan: Plan, seed: np.uint64, game: Index, card: Index) -> None:
    """Choose any row and either place; `card` counts the cards placed in the round before this one."""
    for lane in range(LANES):
        bits = chance(seed, game + lane, DECISIONS + card)
        board[layout.CHOSEN_ROW + lane] = np.uint8(((bits >> HALF) * plan.rows) >> HALF)
        board[layout.CHOSEN_LEFT + lane] = np.uint8(bits & ONE)


@compiled
def take_prepared(board: Bytes, takes: Bytes, turn: Index, plan: Plan, start: Index, games: Index) -> None:
    """Choose what `takes` (uint8, rounds × turns × seats) says for this turn and the seat whose card it is.

    Lane `lane` of the first `games` plays round `start` + `lane`.
    """
    for lane in range(games):
        take = takes[start + lane, turn, np.uint64(board[layout.SEAT + lane])]
        board[layout.CHOSEN_ROW + lane] = np.uint8(take & _ROW_BITS)
        board[layout.CHOSEN_LEFT + lane] = np.uint8(take >= LEFT_BIT)
