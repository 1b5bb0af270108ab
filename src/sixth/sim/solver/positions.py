"""Positions that were searched, kept by key with the bounds of their value."""

from typing import Final

import numpy as np

from sixth.sim.engine.chance import mixed
from sixth.sim.engine.compiler import compiled
from sixth.sim.solver.memory import SLOT, Search
from sixth.sim.solver.placing import hands_key, row_key

_SMALL: Final = 3
"""Cards in each hand of the smallest positions that are kept here."""


@compiled
def key_of(s: Search, at: int, cards: int, mine: int, yours: int, diff: int) -> np.uint64:
    """Return the key of the position with the rows at `s.rows[at]` and these hands of together `cards` cards.

    Positions that differ in nothing that matters have the same key; others differ but for an accident of 64
    bits.
    """
    key = mixed(hands_key(s.table, mine, yours)) ^ mixed(~np.uint64(diff))
    for row in range(s.table.rows):
        key += mixed(np.uint64(row_key(s.table, s.rows, at, row, mine | yours, cards)))
    return key or np.uint64(1)


@compiled
def slot_of(s: Search, key: np.uint64, size: int) -> np.int64:
    """Return where the position of this key, with `size` cards in each hand, is kept, if it is.

    Positions of three cards, which are many, have one half of the slots, so that they do not displace larger
    ones, which take longer.
    """
    half = s.slots >> 1
    return SLOT * (np.int64(key & np.uint64(half - 1)) + (half if size > _SMALL else 0))


@compiled
def keep(s: Search, key: np.uint64, size: int, low: float, high: float) -> None:
    """Keep the bounds of the position of a key, instead of what was kept there."""
    slot = slot_of(s, key, size)
    s.keys[slot] = key
    s.bounds[slot + 1] = low
    s.bounds[slot + 2] = high
