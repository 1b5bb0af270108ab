"""What a policy is told of each row that a card may go to by choice: numbers near 0 … 1.

These are all rows for a card without a place, and two where both are equally close. As with cards, everything
is known to the seat that decides.
"""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled, ones
from sixth.sim.engine.layout import (
    CARD,
    CARD_SHIFT,
    COST,
    COUNT,
    FIRST,
    HEADS,
    LANES,
    LAST,
    SEAT,
    Bytes,
    Index,
    Plan,
    hand_end,
)
from sixth.sim.policy.block import Block
from sixth.sim.policy.card_sets import between, high_bit, high_word, low_bit, low_word
from sixth.sim.policy.network import INPUTS, TILE

ROW_FEATURES: Final = (
    "cost: heads that taking it costs, in 10ths",
    "more: those beyond the cheapest choice, in 10ths",
    "cheapest: 1 if none costs less",
    "length: cards in the row, of its limit",
    "number: its last card, as a share of the deck",
    "serves: own cards that would go there as the table lies, in 4ths",
    "coming: revealed cards of this turn that would go there, in 4ths",
    "hidden: unseen cards that would go there, of those expected in hands",
    "rank: share of the rows whose last card is lower",
    "heads: heads of the card that begins the row anew, in 7ths",
    "left: own cards left, in 10ths",
    "others: other seats, in 9ths",
    "card: the card, as a share of the deck",
    "free: 1 if nothing is taken there (two places equally close)",
    "ends: 1 where cards may go to the left of a row too",
    "lows: own cards left that are lower than the card, in 4ths",
)
"""The inputs of the neural network of rows, in order: a name, and what it means."""

# Where the strips of `Block.questions` begin; element n of each is of question n.
LANE: Final = TILE * np.uint64(0)
"""The lane of the game."""
ROW: Final = TILE * np.uint64(1)
"""The row that the card may go to."""
CHEAPEST: Final = TILE * np.uint64(2)
"""The least `row_price` of all rows that the card may go to, in heads."""

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)


@compiled
def row_features(b: Block, plan: Plan, turn: Index, place: Index, asked: Index) -> None:
    """Write the features of the first `asked` of `b.questions` to the strips at `INPUTS` of `b.work`.

    Element n of each strip is a feature of question n. All are about the card at `place` (from 0) of turn
    `turn`, which in each lane is the card that `b.board` says is being placed.
    """
    work, board, cards = b.work, b.board, b.cards
    size = np.uint64(plan.keys.size)
    end = hand_end(plan, turn)
    others = np.uint64(plan.seats) - _ONE
    tenth = np.float32(0.1)
    quarter = np.float32(0.25)
    for column in range(asked):
        lane = b.questions[LANE + column]
        row = b.questions[ROW + column]
        cheapest = b.questions[CHEAPEST + column]
        card = np.uint64(board[CARD + lane])
        seat = np.uint64(board[SEAT + lane])
        heads = np.float32(board[HEADS + lane])
        here = row * LANES + lane
        last = np.uint64(board[LAST + here])
        count = board[COUNT + here]
        price = row_price(board, plan, card, row, lane)
        above = size + _ONE
        lower = _NONE
        for other in range(plan.rows):
            value = np.uint64(board[LAST + other * LANES + lane])
            above = value if (value > last) & (value < above) else above
            lower += _ONE if value < last else _NONE
        serves = _NONE
        lows = _NONE
        own_low = _NONE
        own_high = _NONE
        # Flipped cards are turned over one by one: nobody knows those after this one, not even the own ones.
        for slot in range(turn + _ONE, turn if plan.flip else end):
            own = np.uint64(cards[(slot * plan.seats + seat) * LANES + lane] >> CARD_SHIFT)
            serves += _ONE if (own > last) & (own < above) else _NONE
            lows += _ONE if own < card else _NONE
            own_low |= low_bit(own)
            own_high |= high_bit(own)
        coming = _NONE
        for later in range(place + _ONE, place if plan.flip else plan.seats):
            next_one = np.uint64(cards[(turn * plan.seats + later) * LANES + lane] >> CARD_SHIFT)
            coming += _ONE if (next_one > last) & (next_one < above) else _NONE
        gone_low = low_word(size + _ONE) & ~_ONE & ~b.seen[lane] & ~own_low
        gone_high = high_word(size + _ONE) & ~b.seen[LANES + lane] & ~own_high
        share = _1 / max(np.float32(ones(gone_low) + ones(gone_high)), _1)
        x = INPUTS + column
        work[x] = np.float32(price) * tenth
        work[x + TILE] = np.float32(price - cheapest) * tenth
        work[x + TILE * np.uint64(2)] = _1 if price == cheapest else _0
        work[x + TILE * np.uint64(3)] = np.float32(count) / np.float32(plan.limit)
        work[x + TILE * np.uint64(4)] = np.float32(last) / np.float32(size)
        work[x + TILE * np.uint64(5)] = np.float32(serves) * quarter
        work[x + TILE * np.uint64(6)] = np.float32(coming) * quarter
        work[x + TILE * np.uint64(7)] = (
            np.float32(between(gone_low, gone_high, last, above)) * share * np.float32(others)
        )
        work[x + TILE * np.uint64(8)] = np.float32(lower) / np.float32(plan.rows)
        work[x + TILE * np.uint64(9)] = heads / np.float32(7.0)
        work[x + TILE * np.uint64(10)] = np.float32(end - turn - _ONE) * tenth
        work[x + TILE * np.uint64(11)] = np.float32(others) / np.float32(9.0)
        work[x + TILE * np.uint64(12)] = np.float32(card) / np.float32(size)
        work[x + TILE * np.uint64(13)] = _1 if price == _NONE else _0
        work[x + TILE * np.uint64(14)] = _1 if plan.both else _0
        work[x + TILE * np.uint64(15)] = np.float32(lows) * quarter


@compiled
def row_price(board: Bytes, plan: Plan, card: np.uint64, row: Index, lane: Index) -> np.uint64:
    """Return the heads that the card takes if its seat chooses `row`: 0 if it fits and the row has room."""
    here = row * LANES + lane
    fits = np.uint64(board[LAST + here]) < card
    if plan.both:
        fits = fits | (np.uint64(board[FIRST + here]) > card)
    free = fits & (board[COUNT + here] < plan.limit)
    return _NONE if free else np.uint64(board[COST + here])
