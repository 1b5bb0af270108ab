"""Sets of cards in lanes, and how many of them lie in a gap.

A set is two words (uint64) of bits: bit c of the two together is card c. Of a block's sets the `LANES` low
words come first, then the `LANES` high ones; of a tile's, `TILE` and `TILE`.
"""

from typing import Final

import numpy as np

from sixth.rules.cards import FULL_DECK
from sixth.sim.engine.compiler import compiled, ones, zeros_above, zeros_below
from sixth.sim.engine.layout import CARD_SHIFT, LANES, ONE, ZERO, Index, Plan
from sixth.sim.policy.block import Block, Hand
from sixth.sim.policy.network import TILE

HAND: Final = TILE * np.uint64(2)
"""In the sets of a tile: where those of the own hands begin."""
UNSEEN: Final = np.uint64(0)
"""In the sets of a tile: where those of the cards that the seat has not seen begin."""

_63: Final = np.uint64(63)
_64: Final = np.uint64(64)
_127: Final = np.uint64(127)

assert FULL_DECK < 2 * 64


@compiled
def low_word(card: np.uint64) -> np.uint64:
    """Return the bits of the cards below `card` that lie in the low word."""
    return (ONE << (card & _63)) - ONE if card < _64 else ~ZERO


@compiled
def high_word(card: np.uint64) -> np.uint64:
    """Return the bits of the cards below `card` that lie in the high word."""
    return (ONE << (card & _63)) - ONE if card > _64 else ZERO


@compiled
def low_bit(card: np.uint64) -> np.uint64:
    """Return the bit of the card in the low word of a set; 0 if it is in the high word."""
    return ONE << (card & _63) if card < _64 else ZERO


@compiled
def high_bit(card: np.uint64) -> np.uint64:
    """Return the bit of the card in the high word of a set; 0 if it is in the low word."""
    return ONE << (card & _63) if card >= _64 else ZERO


@compiled
def below(low: np.uint64, high: np.uint64, card: np.uint64) -> np.uint64:
    """Return how many cards of the set (low, high) are lower than `card`."""
    return ones(low & low_word(card)) + ones(high & high_word(card))


@compiled
def between(low: np.uint64, high: np.uint64, one: np.uint64, other: np.uint64) -> np.uint64:
    """Return how many cards of the set (low, high) lie between `one` and `other`, exclusive; one < other."""
    return below(low, high, other) - below(low, high, one + ONE)


@compiled
def look(b: Block, plan: Plan, hand: Hand, at: Index) -> None:
    """Write the sets of the cards of `hand` and of the cards that its seat has not seen to `b.sets`.

    The sets are those of the tile at lane `at`; `b.seen` has what everybody has seen.
    """
    sets = b.sets
    for lane in range(TILE):
        sets[HAND + lane] = ZERO
        sets[HAND + TILE + lane] = ZERO
    for slot in range(hand.turn, hand.end):
        strip = (slot * plan.seats + hand.seat) * LANES + at
        for lane in range(TILE):
            card = np.uint64(b.cards[strip + lane] >> CARD_SHIFT)
            sets[HAND + lane] |= low_bit(card)
            sets[HAND + TILE + lane] |= high_bit(card)
    size = np.uint64(plan.keys.size) + ONE
    all_low = low_word(size) & ~ONE
    all_high = high_word(size)
    for lane in range(TILE):
        sets[UNSEEN + lane] = all_low & ~b.seen[at + lane] & ~sets[HAND + lane]
        sets[UNSEEN + TILE + lane] = all_high & ~b.seen[LANES + at + lane] & ~sets[HAND + TILE + lane]


@compiled
def next_above(low: np.uint64, high: np.uint64, card: np.uint64) -> np.uint64:
    """Return the lowest card of the set (low, high) that is higher than `card`; 128 if there is none."""
    over = low & ~low_word(card + ONE)
    far = high & ~high_word(card + ONE)
    return zeros_below(over) if over != ZERO else _64 + zeros_below(far)


@compiled
def next_below(low: np.uint64, high: np.uint64, card: np.uint64) -> np.uint64:
    """Return the highest card of the set (low, high) that is lower than `card`; 0 if there is none."""
    under = high & high_word(card)
    near = low & low_word(card)
    if under != ZERO:
        return _127 - zeros_above(under)
    return _63 - zeros_above(near) if near != ZERO else ZERO
