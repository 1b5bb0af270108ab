"""How a block of games lies in memory, so that one instruction serves many games.

Game `lane` of a block is element `lane` of each of these strips of `LANES` elements; a strip is read and
written from end to end, which the compiler turns into vector instructions. For that all indices are unsigned
(no test for negative ones), the strips of bytes lie in one flat array at fixed places (few questions whether
two overlap), and whoever adds bytes casts the sum to a byte again. Nothing is checked in there: whoever calls
a kernel has checked before.

`cards` (uint16) has a strip for each card dealt, as a key (`key_table`): strip turn · seats + seat is what
that seat plays in that turn, so a hand is a column; the strips after the last turn start the rows.
`board` (uint8) has the strips named below.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.rules.cards import FULL_DECK
from sixth.rules.options import SEATS, Rules

Bytes: TypeAlias = NDArray[np.uint8]
Keys: TypeAlias = NDArray[np.uint16]
Words: TypeAlias = NDArray[np.uint64]
Index: TypeAlias = np.uint64 | int
"""Always np.uint64 in a kernel; to mypy `range` counts in int."""

LANES: Final = np.uint64(1024)
"""Games a block."""

# ------------------------------------------------------------------ board: the card that is being placed

CARD: Final = LANES * np.uint64(0)
"""Its number,"""
SEAT: Final = LANES * np.uint64(1)
"""whose it is,"""
HEADS: Final = LANES * np.uint64(2)
"""and its heads."""
RIGHT_GAP: Final = LANES * np.uint64(3)
"""Distance to the closest lower last card, `NO_GAP` where there is none,"""
RIGHT_ROW: Final = LANES * np.uint64(4)
"""and its row."""
LEFT_GAP: Final = LANES * np.uint64(5)
"""The same for first cards that are higher (ends = both)."""
LEFT_ROW: Final = LANES * np.uint64(6)
CHOSEN_ROW: Final = LANES * np.uint64(7)
"""Decided: the row to take if the card has no place,"""
CHOSEN_LEFT: Final = LANES * np.uint64(8)
"""and 1 for the place at a left end if two are equally close."""
LOW: Final = LANES * np.uint64(9)
"""1 where the card has no place,"""
ROW: Final = LANES * np.uint64(10)
"""the row that it goes to,"""
LEFT: Final = LANES * np.uint64(11)
"""and 1 for the left end of it."""
GAIN: Final = LANES * np.uint64(12)
"""Heads that it takes."""
TAKEN: Final = LANES * np.uint64(13)
"""Cards that it takes."""
SCRATCH: Final = LANES * np.uint64(14)
"""Two strips for whoever decides."""

# ------------------------------------------------------------------ board: a strip for each row, seat, card

LAST: Final = LANES * np.uint64(16)
"""The row's last card,"""
FIRST: Final = LAST + LANES * np.uint64(FULL_DECK)
"""its first card (kept only with ends = both),"""
COUNT: Final = FIRST + LANES * np.uint64(FULL_DECK)
"""how many cards lie in it,"""
COST: Final = COUNT + LANES * np.uint64(FULL_DECK)
"""and their heads."""
SCORE: Final = COST + LANES * np.uint64(FULL_DECK)
"""Heads taken, by seat."""
BOARD: Final = SCORE + LANES * np.uint64(SEATS.stop)
"""Length of `board`."""
CARDS: Final = LANES * np.uint64(FULL_DECK)
"""Length of `cards`."""

OPEN: Final = LANES * np.uint64(2 * (SEATS.stop - 1))
"""In `Block.hands`, words of bits: each seat's picked cards (low words, then high words), by seat; from here
on the cards that still lie open."""
HANDS: Final = OPEN + LANES * np.uint64(2)
"""Length of `Block.hands`."""

NO_GAP: Final = np.uint8(128)
"""More than any distance; less than any that is negative, seen as a byte."""

# ------------------------------------------------------------------ keys

CARD_SHIFT: Final = np.uint16(7)
HEADS_SHIFT: Final = np.uint16(4)
HEADS_MASK: Final = np.uint16(7)
SEAT_MASK: Final = np.uint16(15)


def key_table(rules: Rules) -> Keys:
    """Each card of the deck as a key: its number, then its heads, then four bits for the seat that plays it.

    Keys sort as their cards do, and take heads and seat with them.
    """
    cards = np.arange(1, rules.deck_size(rules.seats) + 1, dtype=np.uint16)
    heads = np.array(rules.heads_of, dtype=np.uint16)[cards]
    keys: Keys = (cards << CARD_SHIFT) | (heads << HEADS_SHIFT)
    return keys


def sorting_network(size: int) -> Bytes:
    """Pairs (low, high) that sort `size` values when compared and swapped in this order (Batcher's merge)."""
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
    rows: np.uint64
    turns: np.uint64
    half: np.uint64
    """Turns played from the first deal; the other cards are dealt after them (deal = halves)."""
    limit: np.uint8
    both: bool
    flip: bool
    draft: bool
    keys: Keys
    sorting_network: Bytes
    mean_heads: np.float32
    """Of all cards of the deck."""


def plan(rules: Rules) -> Plan:
    """What kernels need of `rules`."""
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


def scratch() -> tuple[Keys, Bytes]:
    """`cards` and `board` for one block, both where a cache line begins."""
    return aligned(int(CARDS) * 2).view(np.uint16), aligned(int(BOARD))


def aligned(size: int) -> Bytes:
    """Zeros that begin where a cache line begins."""
    space = np.zeros(size + 63, dtype=np.uint8)
    skip = -space.ctypes.data % 64
    return space[skip : skip + size]
