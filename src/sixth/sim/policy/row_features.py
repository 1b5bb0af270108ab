"""The features of the rows that a card may go to by choice: numbers near 0 … 1.

These are all rows for a card without a place, and two where both are equally close. As with cards, the
features tell only what the seat that decides knows.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine import layout
from sixth.sim.engine.compiler import compiled, ones
from sixth.sim.engine.layout import LANES, ONE, ZERO, Bytes, Index, Plan, hand_end
from sixth.sim.policy.block import Block
from sixth.sim.policy.card_sets import between, high_bit, high_word, low_bit, low_word
from sixth.sim.policy.network import TILE, feature_names, input_strips


class RowFeatures(NamedTuple):
    """Where the strips of the features of a row that a card may go to begin in `Block.work`.

    The order is that of the inputs of the neural network, to which files of weights hold.
    """

    cost: np.uint64
    """Heads that taking it costs, in 10ths."""
    more: np.uint64
    """Those beyond the cheapest choice, in 10ths."""
    cheapest: np.uint64
    """1 if none costs less."""
    length: np.uint64
    """Cards in the row, of its limit."""
    number: np.uint64
    """Its last card, as a share of the deck."""
    serves: np.uint64
    """Own cards that would go there as the table lies, in 4ths."""
    coming: np.uint64
    """Revealed cards of this turn that would go there, in 4ths."""
    hidden: np.uint64
    """Unseen cards that would go there, of those expected in hands."""
    rank: np.uint64
    """Share of the rows whose last card is lower."""
    heads: np.uint64
    """Heads of the card that begins the row anew, in 7ths."""
    left: np.uint64
    """Own cards left, in 10ths."""
    others: np.uint64
    """Other seats, in 9ths."""
    card: np.uint64
    """The card, as a share of the deck."""
    free: np.uint64
    """1 if nothing is taken there (two places equally close)."""
    ends: np.uint64
    """1 where cards may go to the left of a row too."""
    lows: np.uint64
    """Own cards left that are lower than the card, in 4ths."""


AT: Final = RowFeatures._make(input_strips(len(RowFeatures._fields)))
"""The strips of the features."""
ROW_FEATURES: Final = feature_names(RowFeatures._fields)
"""The names of the inputs of the neural network, in order."""


# Where the strips of `Block.questions` begin; element n of each is of question n.
LANE: Final = TILE * np.uint64(0)
"""The lane of the game."""
ROW: Final = TILE * np.uint64(1)
"""The row that the card may go to."""
CHEAPEST: Final = TILE * np.uint64(2)
"""The least `row_price` of all rows that the card may go to, in heads."""

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)


@compiled
def row_features(b: Block, plan: Plan, turn: Index, place: Index, asked: Index) -> None:
    """Write the features of the first `asked` of `b.questions` to the strips at `INPUTS` of `b.work`.

    Element n of each strip is a feature of question n. All are about the card at `place` (from 0) of turn
    `turn`, which in each lane is the card that `b.board` says is being placed.
    """
    work, board, cards = b.work, b.board, b.cards
    size = np.uint64(plan.keys.size)
    end = hand_end(plan, turn)
    others = np.uint64(plan.seats) - ONE
    tenth = np.float32(0.1)
    quarter = np.float32(0.25)
    for column in range(asked):
        lane = b.questions[LANE + column]
        row = b.questions[ROW + column]
        cheapest = b.questions[CHEAPEST + column]
        card = np.uint64(board[layout.CARD + lane])
        seat = np.uint64(board[layout.SEAT + lane])
        heads = np.float32(board[layout.HEADS + lane])
        here = row * LANES + lane
        last = np.uint64(board[layout.LAST + here])
        count = board[layout.COUNT + here]
        price = row_price(board, plan, card, row, lane)
        above = size + ONE
        lower = ZERO
        for other in range(plan.rows):
            value = np.uint64(board[layout.LAST + other * LANES + lane])
            above = value if (value > last) & (value < above) else above
            lower += ONE if value < last else ZERO
        serves = ZERO
        lows = ZERO
        own_low = ZERO
        own_high = ZERO
        # Flipped cards are turned over one by one: nobody knows those after this one, not even the own ones.
        for slot in range(turn + ONE, turn if plan.flip else end):
            own = np.uint64(cards[(slot * plan.seats + seat) * LANES + lane] >> layout.CARD_SHIFT)
            serves += ONE if (own > last) & (own < above) else ZERO
            lows += ONE if own < card else ZERO
            own_low |= low_bit(own)
            own_high |= high_bit(own)
        coming = ZERO
        for later in range(place + ONE, place if plan.flip else plan.seats):
            next_one = np.uint64(cards[(turn * plan.seats + later) * LANES + lane] >> layout.CARD_SHIFT)
            coming += ONE if (next_one > last) & (next_one < above) else ZERO
        gone_low = low_word(size + ONE) & ~ONE & ~b.seen[lane] & ~own_low
        gone_high = high_word(size + ONE) & ~b.seen[LANES + lane] & ~own_high
        share = _1 / max(np.float32(ones(gone_low) + ones(gone_high)), _1)
        work[AT.cost + column] = np.float32(price) * tenth
        work[AT.more + column] = np.float32(price - cheapest) * tenth
        work[AT.cheapest + column] = _1 if price == cheapest else _0
        work[AT.length + column] = np.float32(count) / np.float32(plan.limit)
        work[AT.number + column] = np.float32(last) / np.float32(size)
        work[AT.serves + column] = np.float32(serves) * quarter
        work[AT.coming + column] = np.float32(coming) * quarter
        work[AT.hidden + column] = (
            np.float32(between(gone_low, gone_high, last, above)) * share * np.float32(others)
        )
        work[AT.rank + column] = np.float32(lower) / np.float32(plan.rows)
        work[AT.heads + column] = heads / np.float32(7.0)
        work[AT.left + column] = np.float32(end - turn - ONE) * tenth
        work[AT.others + column] = np.float32(others) / np.float32(9.0)
        work[AT.card + column] = np.float32(card) / np.float32(size)
        work[AT.free + column] = _1 if price == ZERO else _0
        work[AT.ends + column] = _1 if plan.both else _0
        work[AT.lows + column] = np.float32(lows) * quarter


@compiled
def row_price(board: Bytes, plan: Plan, card: np.uint64, row: Index, lane: Index) -> np.uint64:
    """Return the heads that the card takes if its seat chooses `row`: 0 if it fits and the row has room."""
    here = row * LANES + lane
    fits = np.uint64(board[layout.LAST + here]) < card
    if plan.both:
        fits = fits | (np.uint64(board[layout.FIRST + here]) > card)
    free = fits & (board[layout.COUNT + here] < plan.limit)
    return ZERO if free else np.uint64(board[layout.COST + here])
