"""The small neural networks of a policy, evaluated for a tile of lanes at once.

A neural network is one flat array of float32: for two hidden layers of rectified units W1 (inputs × H1), b1,
W2 (H1 × H2), b2, then w3 (H2) and b3, each row by row. Its answer is one logit a lane: the higher, the rather
the card (or row) is played. Sums are taken in the order written here and rounded once an addend (`fused`), so
that a game is the same on every machine.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine.compiler import compiled, fused
from sixth.sim.engine.layout import ONE, TWO, ZERO, Index

Floats: TypeAlias = NDArray[np.float32]
"""Weights, features, notes and logits."""

TILE: Final = np.uint64(64)
"""Lanes evaluated at once: few enough for their numbers to stay in the nearest cache."""

CARD_INPUTS: Final = np.uint64(48)
"""Features of a card to play."""
ROW_INPUTS: Final = np.uint64(16)
"""Features of a row to take."""
PICK_INPUTS: Final = np.uint64(16)
"""Features of a card to pick in a draft."""
HIDDEN: Final = np.uint64(32)
"""Units of the first hidden layer."""
DEEPER: Final = np.uint64(16)
"""Units of the second hidden layer."""

# Where strips of `TILE` floats begin in the work array (float32); element `lane` of a strip is that lane's.
INPUTS: Final = TILE * np.uint64(0)
"""A strip for each feature."""
FIRST_LAYER: Final = INPUTS + TILE * CARD_INPUTS
"""A strip for each unit of the first hidden layer: its output."""
SUMS: Final = FIRST_LAYER + TILE * HIDDEN
"""Four strips: the sums of the four units that are being evaluated."""
ANSWER: Final = SUMS + TILE * np.uint64(4)
"""One strip: the output of the neural network, a logit."""
LOGITS: Final = ANSWER + TILE
"""A strip for each card of a hand, or each open card: its logit."""
NOTES: Final = LOGITS + TILE * np.uint64(104)
"""A strip for each note that features are made of (see `card_notes`)."""
WORK: Final = NOTES + TILE * np.uint64(48)
"""Length of the work array, in floats."""

_0: Final = np.float32(0.0)
_THREE: Final = np.uint64(3)
_FOUR: Final = np.uint64(4)


def parameters(inputs: int) -> int:
    """Return how many numbers a neural network of so many inputs has."""
    hidden, deeper = int(HIDDEN), int(DEEPER)
    return inputs * hidden + hidden + hidden * deeper + deeper + deeper + 1


def input_strips(count: int) -> list[np.uint64]:
    """Return the offsets in the work array at which the strips of the first `count` inputs begin."""
    return [INPUTS + TILE * np.uint64(number) for number in range(count)]


def feature_names(fields: Iterable[str]) -> tuple[str, ...]:
    """Return the names of features, as files of weights hold them, of the fields of a named tuple."""
    return tuple(field.rstrip("_").replace("_", " ") for field in fields)


@compiled
def evaluate(work: Floats, net: Floats, inputs: Index) -> None:
    """Write the logits of the tile whose features are at `INPUTS` to `ANSWER`.

    `work` is float32, `WORK`. `net` is float32: first the numbers of a neural network of `inputs` inputs,
    then any others.
    """
    for unit in range(ZERO, HIDDEN, _FOUR):
        _four_units(work, net, INPUTS, inputs, ZERO, HIDDEN, unit)
        to = FIRST_LAYER + unit * TILE
        for lane in range(_FOUR * TILE):
            work[to + lane] = max(work[SUMS + lane], _0)
    offset = inputs * HIDDEN + HIDDEN
    last = offset + HIDDEN * DEEPER + DEEPER
    for lane in range(TILE):
        work[ANSWER + lane] = net[last + DEEPER]
    for unit in range(ZERO, DEEPER, _FOUR):
        _four_units(work, net, FIRST_LAYER, HIDDEN, offset, DEEPER, unit)
        for one in range(unit, unit + _FOUR):
            weight = net[last + one]
            of = SUMS + (one - unit) * TILE
            for lane in range(TILE):
                work[ANSWER + lane] = fused(weight, max(work[of + lane], _0), work[ANSWER + lane])


@compiled
def _four_units(
    work: Floats, net: Floats, source: Index, inputs: Index, weights: Index, units: Index, unit: Index
) -> None:
    """Write to `SUMS` four units, from `unit` on, of a layer of `units` units whose inputs begin at `source`.

    The layer's numbers begin at `weights` of `net`. Each number that is loaded serves four sums, as loading
    is what the time goes to.
    """
    for one in range(_FOUR):
        start = net[weights + inputs * units + unit + one]
        for lane in range(TILE):
            work[SUMS + one * TILE + lane] = start
    for first in range(ZERO, inputs, _FOUR):
        row = weights + first * units + unit
        a0, a1, a2, a3 = net[row], net[row + ONE], net[row + TWO], net[row + _THREE]
        row += units
        b0, b1, b2, b3 = net[row], net[row + ONE], net[row + TWO], net[row + _THREE]
        row += units
        c0, c1, c2, c3 = net[row], net[row + ONE], net[row + TWO], net[row + _THREE]
        row += units
        d0, d1, d2, d3 = net[row], net[row + ONE], net[row + TWO], net[row + _THREE]
        rest = (a0 != _0) | (a1 != _0) | (a2 != _0) | (a3 != _0) | (b0 != _0) | (b1 != _0) | (b2 != _0)
        rest |= (b3 != _0) | (c0 != _0) | (c1 != _0) | (c2 != _0) | (c3 != _0) | (d0 != _0) | (d1 != _0)
        if not (rest | (d2 != _0) | (d3 != _0)):
            continue  # In neural networks that were set by hand nearly everything is zero.
        at = source + first * TILE
        for lane in range(TILE):
            to = SUMS + lane
            a = work[at + lane]
            b = work[at + TILE + lane]
            c = work[at + TWO * TILE + lane]
            d = work[at + _THREE * TILE + lane]
            work[to] = fused(d0, d, fused(c0, c, fused(b0, b, fused(a0, a, work[to]))))
            to += TILE
            work[to] = fused(d1, d, fused(c1, c, fused(b1, b, fused(a1, a, work[to]))))
            to += TILE
            work[to] = fused(d2, d, fused(c2, c, fused(b2, b, fused(a2, a, work[to]))))
            to += TILE
            work[to] = fused(d3, d, fused(c3, c, fused(b3, b, fused(a3, a, work[to]))))
