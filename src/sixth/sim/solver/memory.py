"""The memory of a search: what is known of each ply on the way to the position that is looked at."""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled, numbers
from sixth.sim.engine.layout import Words
from sixth.sim.search.determinization import Float64Array
from sixth.sim.solver.matrix import MAX_CHOICES, Tableau, new_tableau
from sixth.sim.solver.placing import Rows, Table

# ------------------------------------------------------------------ a ply's part of `work`

CELLS: Final = MAX_CHOICES * MAX_CHOICES
LOWER: Final = 0
"""The lower bounds of the cells."""
UPPER: Final = CELLS
"""The upper bounds."""
ESTIMATE: Final = 2 * CELLS
"""Estimates of the cells."""
MIDDLE: Final = 3 * CELLS
"""The estimates, none outside of its bounds."""
BY_MIDDLE: Final = 4 * CELLS
"""The strategies of the game of these: rows, columns, and one number to work with."""
TRY: Final = BY_MIDDLE + 2 * MAX_CHOICES + 1
"""The strategies of a game that is tried."""
ALPHA: Final = TRY + 2 * MAX_CHOICES + 1
"""The window of the position, from `ALPHA` to `BETA`."""
BETA: Final = ALPHA + 1
LOW: Final = BETA + 1
"""The bounds of the value of the position, from `LOW` to `HIGH`."""
HIGH: Final = LOW + 1
BELOW: Final = HIGH + 1
"""The window of the cell that is searched, from `BELOW` to `ABOVE`."""
ABOVE: Final = BELOW + 1
OUTER_LOW: Final = ABOVE + 1
"""The bounds of that cell so far, over the answers of the owner of the lower card."""
OUTER_HIGH: Final = OUTER_LOW + 1
INNER_LOW: Final = OUTER_HIGH + 1
"""The same after one such answer, over the answers of the owner of the higher card."""
INNER_HIGH: Final = INNER_LOW + 1
PART: Final = INNER_HIGH + 1

# ------------------------------------------------------------------ a ply's part of `frames`

MINE: Final = 0
"""The hand of seat 0, a set of indices of cards."""
YOURS: Final = 1
"""The hand of seat 1."""
DIFF: Final = 2
"""What was paid before; 0 where heads are the utility."""
SIZE: Final = 3
"""Cards of a hand."""
MODE: Final = 4
"""What is wanted of the position: `VALUE`, `STRATEGIES` or `CELLS_TOO`."""
ROW: Final = 5
"""The cell that is searched: numbers of cards in the hands."""
COLUMN: Final = 6
PLACE: Final = 7
"""The places of its lower card."""
OPTION: Final = 8
"""The answer of its owner."""
SECOND_PLACE: Final = 9
"""The places of its higher card after that."""
SECOND_OPTION: Final = 10
"""The answer of its owner."""
GAIN: Final = 11
"""What the lower card paid."""
PAID: Final = 12
"""What both cards paid."""
FRAME: Final = 13

VALUE: Final = 0
"""Bounds of the value alone, which may be known already."""
STRATEGIES: Final = 1
"""Bounds of the cells besides, from which strategies follow."""
CELLS_TOO: Final = 2
"""Every cell to its end besides."""

# ------------------------------------------------------------------ `counts`

SEARCHED: Final = 0
"""Positions searched."""
LIMIT: Final = 1
"""Positions that may be searched."""
STOP: Final = 2
"""1 to stop the search."""


MAX_PAIR_SLOTS: Final = 1 << 14
"""Slots for positions of two cards in each hand: 256 KiB, which stay in the cache of the processor."""
SLOT: Final = 4
"""Numbers of a slot, which lie together since memory is read by lines; one is not used."""


class Search(NamedTuple):
    """The memory of a search."""

    table: Table
    tableau: Tableau
    work: Float64Array
    """float64, plies × `PART`: what is real."""
    frames: np.ndarray
    """int64, plies × `FRAME`: what is whole."""
    position_keys: Words
    """uint64, by ply: the key of the position."""
    rows: Rows
    """int64, (2 · plies + 1) × rows: for each ply the rows at its start, and after the lower card."""
    hands: np.ndarray
    """int64, plies × 2 × `MAX_CHOICES`: indices of cards."""
    keys: Words
    """uint64, slots × `SLOT`: first the key of the position that is kept there, 0 if none is."""
    bounds: Float64Array
    """float64, the same memory: behind the key the bounds of the value."""
    counts: np.ndarray
    """int64: `SEARCHED`, `LIMIT`, `STOP`."""
    slots: int
    """Places for positions, a power of 2."""
    pair_keys: Words
    """uint64, pair slots × 2: first the key of a position of two cards in each hand that is kept there."""
    pair_values: Float64Array
    """float64, the same memory: behind the key the value."""
    pair_slots: int
    """Places for such positions, a power of 2."""


@compiled
def bare(s: Search) -> Search:
    """Return the memory with the numbers of its arrays alone, which are given from function to function.

    Whole arrays took as long to pass as the functions took to run. The caller holds `s` meanwhile.
    """
    t = s.table
    return Search(
        Table(
            numbers(t.cards), numbers(t.heads), numbers(t.below), t.rows, t.limit, t.both, t.sign, t.win,
        ),
        Tableau(numbers(s.tableau.numbers), numbers(s.tableau.basis)),
        numbers(s.work),
        numbers(s.frames),
        numbers(s.position_keys),
        numbers(s.rows),
        numbers(s.hands),
        numbers(s.keys),
        numbers(s.bounds),
        numbers(s.counts),
        s.slots,
        numbers(s.pair_keys),
        numbers(s.pair_values),
        s.pair_slots,
    )  # fmt: skip


def new_search(table: Table, plies: int, slots: int) -> Search:
    """Return the memory for positions of at most `plies` cards in a hand; `slots` is a power of 2."""
    kept = np.zeros(SLOT * slots, np.uint64)
    pair_slots = min(slots, MAX_PAIR_SLOTS)
    pairs = np.zeros(2 * pair_slots, np.uint64)
    return Search(
        table=table,
        tableau=new_tableau(),
        work=np.zeros(plies * PART),
        frames=np.zeros(plies * FRAME, np.int64),
        position_keys=np.zeros(plies, np.uint64),
        rows=np.zeros((2 * plies + 1) * table.rows, np.int64),
        hands=np.zeros(2 * plies * MAX_CHOICES, np.int64),
        keys=kept,
        bounds=kept.view(np.float64),
        counts=np.zeros(3, np.int64),
        slots=slots,
        pair_keys=pairs,
        pair_values=pairs.view(np.float64),
        pair_slots=pair_slots,
    )
