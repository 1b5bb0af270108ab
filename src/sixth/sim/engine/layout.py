"""The layout of a block of games in memory, made so that one instruction serves many games.

Game `lane` of a block is element `lane` of each of these strips of `LANES` elements; a strip is read and
written from end to end, which the compiler turns into vector instructions. For that all indices are unsigned
(no test for negative ones), the strips of bytes lie in one flat array at fixed places (few questions whether
two overlap), and code that adds bytes casts the sum to a byte again. Kernels check nothing: their callers
do.

`cards` (uint16) has a strip for each card dealt, as a key (`key_table`): strip turn · seats + seat is what
that seat plays in that turn, so a hand is a column; the strips after the last turn start the rows.
`board` (uint8) has the strips named below.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.rules.cards import FULL_DECK
from sixth.rules.options import SEATS, Rules
from sixth.sim.engine.compiler import compiled

Bytes: TypeAlias = NDArray[np.uint8]
"""Numbers of cards, rows and seats, counts and heads."""
Keys: TypeAlias = NDArray[np.uint16]
"""Cards as keys (see `key_table`)."""
Words: TypeAlias = NDArray[np.uint64]
"""Sets of cards as bits (see `policy.card_sets`), and indices."""
Index: TypeAlias = np.uint64 | int
"""An index; always np.uint64 in a kernel, but to mypy `range` counts in int."""

LANES: Final = np.uint64(1024)
"""Games in a block."""

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)
HALF: Final = np.uint64(32)
"""Bits of half a word."""

# ------------------------------------------------------------------ board: the card that is being placed

CARD: Final = LANES * np.uint64(0)
"""The number of the card that is being placed."""
SEAT: Final = LANES * np.uint64(1)
"""The seat whose card it is."""
HEADS: Final = LANES * np.uint64(2)
"""Heads of the card."""
RIGHT_GAP: Final = LANES * np.uint64(3)
"""Distance from the card to the closest lower last card of a row; `NO_GAP` where there is none."""
RIGHT_ROW: Final = LANES * np.uint64(4)
"""The row of that last card."""
LEFT_GAP: Final = LANES * np.uint64(5)
"""Distance from the card to the closest higher first card of a row (ends = both); `NO_GAP` without one."""
LEFT_ROW: Final = LANES * np.uint64(6)
"""The row of that first card."""
CHOSEN_ROW: Final = LANES * np.uint64(7)
"""The row to take if the card has no place, as it was decided."""
CHOSEN_LEFT: Final = LANES * np.uint64(8)
"""1 to lay the card at a left end if two places are equally close, as it was decided."""
LOW: Final = LANES * np.uint64(9)
"""1 where the card has no place."""
ROW: Final = LANES * np.uint64(10)
"""The row that the card goes to."""
LEFT: Final = LANES * np.uint64(11)
"""1 where the card goes to the left end of its row."""
GAIN: Final = LANES * np.uint64(12)
"""Heads that the card takes."""
TAKEN: Final = LANES * np.uint64(13)
"""Cards that the card takes."""
SCRATCH: Final = LANES * np.uint64(14)
"""Two strips that decisions may use for anything."""

# ------------------------------------------------------------------ board: a strip for each row, each seat

LAST: Final = LANES * np.uint64(16)
"""By row: its last card."""
FIRST: Final = LAST + LANES * np.uint64(FULL_DECK)
"""By row: its first card (kept only with ends = both)."""
COUNT: Final = FIRST + LANES * np.uint64(FULL_DECK)
"""By row: how many cards lie in it."""
COST: Final = COUNT + LANES * np.uint64(FULL_DECK)
"""By row: the heads of its cards."""
SCORE: Final = COST + LANES * np.uint64(FULL_DECK)
"""By seat: heads taken this round."""
BOARD: Final = SCORE + LANES * np.uint64(SEATS.stop)
"""Length of `board`, in bytes."""
CARDS: Final = LANES * np.uint64(FULL_DECK)
"""Length of `cards`, in keys."""

OPEN: Final = LANES * np.uint64(2 * (SEATS.stop - 1))
"""In `Block.hands`: where the two strips of the cards that still lie open begin.

Before it, each seat has two strips for the cards that it has picked, low words and then high words.
"""
HANDS: Final = OPEN + LANES * np.uint64(2)
"""Length of `Block.hands`, in words."""

NO_GAP: Final = np.uint8(128)
"""More than any distance; less than any that is negative, seen as a byte."""

# ------------------------------------------------------------------ keys

CARD_SHIFT: Final = np.uint16(7)
"""A key shifted right by so many bits is the number of its card."""
HEADS_SHIFT: Final = np.uint16(4)
"""A key shifted right by so many bits and masked with `HEADS_MASK` gives the heads of its card."""
HEADS_MASK: Final = np.uint16(7)
"""The bits of a key that are its card's heads, shifted down."""
SEAT_MASK: Final = np.uint16(15)
"""The bits of a key that are the seat that plays its card; 0 before cards are revealed."""


def key_table(rules: Rules) -> Keys:
    """Return the key of each card of the deck, uint16: element c - 1 is that of card c.

    A key is the card's number, then its heads (3 bits), then the seat that plays it (4 bits). Keys sort as
    their cards do, and take heads and seat with them.
    """
    cards = np.arange(1, rules.deck_size(rules.seats) + 1, dtype=np.uint16)
    heads = np.array(rules.heads_of, dtype=np.uint16)[cards]
    keys: Keys = (cards << CARD_SHIFT) | (heads << HEADS_SHIFT)
    return keys


def sorting_network(size: int) -> Bytes:
    """Return the sorting network for `size` values (Batcher's merge), uint8: low, high, low, high, …

    Values are in order once those at each pair (low, high) have been compared and swapped, pair after pair.
    """
    pairs: list[int] = []
    part = 1
    while part < size:
        step = part
        while step >= 1:
            for start in range(step % part, size - step, 2 * step):
                for low in range(start, min(start + step, size - step)):
                    if low // (2 * part) == (low + step) // (2 * part):
                        pairs += (low, low + step)
            step //= 2
        part *= 2
    return np.array(pairs, dtype=np.uint8)


class Plan(NamedTuple):
    """The rules of a round, as kernels read them."""

    seats: np.uint64
    """Seats in the round."""
    rows: np.uint64
    """Rows on the table."""
    turns: np.uint64
    """Cards that each seat plays in the round."""
    half: np.uint64
    """Turns played from the first deal; the other cards are dealt after them (deal = halves)."""
    limit: np.uint8
    """Cards that a row holds before the next one takes it."""
    both: bool
    """Whether cards may go to either end of a row (ends = both)."""
    flip: bool
    """Whether cards are flipped from a stack instead of chosen (play = flip)."""
    draft: bool
    """Whether hands are picked in a draft (deal = draft)."""
    keys: Keys
    """uint16: the key of each card of the deck, as `key_table` gives it."""
    sorting_network: Bytes
    """uint8: the sorting network for a turn's cards, as `sorting_network` gives it."""
    mean_heads: np.float32
    """Mean heads of a card of the deck."""


def plan(rules: Rules) -> Plan:
    """Return `rules` of one round as kernels read them, with all seats of `rules` in the round."""
    parts = rules.parts(rules.seats)
    keys = key_table(rules)
    return Plan(
        seats=np.uint64(rules.seats),
        rows=np.uint64(rules.rows),
        turns=np.uint64(sum(parts)),
        half=np.uint64(parts[0]),
        # No row ever holds more cards than there are.
        limit=np.uint8(min(rules.row_limit, FULL_DECK + 1)),
        both=rules.both_ends,
        flip=rules.flips,
        draft=rules.drafts,
        keys=keys,
        sorting_network=sorting_network(rules.seats),
        mean_heads=np.float32(((keys >> HEADS_SHIFT) & HEADS_MASK).mean()),
    )


@compiled
def hand_end(plan: Plan, turn: Index) -> np.uint64:
    """Return the turn, from 0, after the last one whose cards are in the hands in turn `turn`."""
    return plan.half if turn < plan.half else plan.turns


def scratch() -> tuple[Keys, Bytes]:
    """Return `cards` (uint16, `CARDS`) and `board` (uint8, `BOARD`) for one block, all zeros."""
    return aligned(int(CARDS) * 2).view(np.uint16), aligned(int(BOARD))


def aligned(size: int) -> Bytes:
    """Return `size` bytes of zeros (uint8) that begin where a cache line begins."""
    space = np.zeros(size + 63, dtype=np.uint8)
    skip = -space.ctypes.data % 64
    return space[skip : skip + size]
