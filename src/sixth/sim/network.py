"""The small networks of a policy, evaluated for a tile of lanes at once.

A network is one flat array of float32: for two hidden layers of rectified units W1 (inputs × H1), b1, W2
(H1 × H2), b2, then w3 (H2) and b3, each row by row. Its answer is one number a lane: the higher, the rather
the card (or row) is played. Sums are taken in the order written here, without fused or reordered arithmetic,
so that a game is the same on every machine.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.sim.compiled import compiled
from sixth.sim.layout import Index

Floats: TypeAlias = NDArray[np.float32]

TILE: Final = np.uint64(64)
"""Lanes evaluated at once: few enough for their numbers to stay in the nearest cache."""

CARD_INPUTS: Final = np.uint64(48)
ROW_INPUTS: Final = np.uint64(16)
PICK_INPUTS: Final = np.uint64(16)
HIDDEN: Final = np.uint64(32)
DEEPER: Final = np.uint64(16)

INPUTS: Final = TILE * np.uint64(0)
"""In the work array of floats: the inputs, a strip of `TILE` each,"""
FIRST_LAYER: Final = INPUTS + TILE * CARD_INPUTS
"""what the first layer makes of them,"""
SUM: Final = FIRST_LAYER + TILE * HIDDEN
"""the sum that is being taken,"""
ANSWER: Final = SUM + TILE
"""the answers of the network,"""
LOGITS: Final = ANSWER + TILE
"""and those of each card of a hand."""
WORK: Final = LOGITS + TILE * np.uint64(104)
"""Length of the work array."""

_0: Final = np.float32(0.0)
_ZERO: Final = np.uint64(0)
_TWO: Final = np.uint64(2)
_THREE: Final = np.uint64(3)
_FOUR: Final = np.uint64(4)
_ONE: Final = np.uint64(1)


def parameters(inputs: int) -> int:
    """How many numbers a network of so many inputs has."""
    hidden, deeper = int(HIDDEN), int(DEEPER)
    return inputs * hidden + hidden + hidden * deeper + deeper + deeper + 1


@compiled
def evaluate(work: Floats, net: Floats, inputs: Index) -> None:
    """Write what `net` says of `INPUTS` to `ANSWER`."""
    _layer_one(work, net, inputs)
    offset = inputs * HIDDEN + HIDDEN
    bias = offset + HIDDEN * DEEPER
    last = bias + DEEPER
    for lane in range(TILE):
        work[ANSWER + lane] = net[last + DEEPER]
    for unit in range(DEEPER):
        start = net[bias + unit]
        for lane in range(TILE):
            work[SUM + lane] = start
        for first in range(_ZERO, HIDDEN, _FOUR):
            w0 = net[offset + first * DEEPER + unit]
            w1 = net[offset + (first + _ONE) * DEEPER + unit]
            w2 = net[offset + (first + _TWO) * DEEPER + unit]
            w3 = net[offset + (first + _THREE) * DEEPER + unit]
            at = FIRST_LAYER + first * TILE
            for lane in range(TILE):
                work[SUM + lane] += (
                    w0 * work[at + lane]
                    + w1 * work[at + TILE + lane]
                    + w2 * work[at + TILE + TILE + lane]
                    + w3 * work[at + TILE + TILE + TILE + lane]
                )
        weight = net[last + unit]
        for lane in range(TILE):
            work[ANSWER + lane] += weight * max(work[SUM + lane], _0)


@compiled
def _layer_one(work: Floats, net: Floats, inputs: Index) -> None:
    for unit in range(HIDDEN):
        start = net[inputs * HIDDEN + unit]
        for lane in range(TILE):
            work[SUM + lane] = start
        for first in range(_ZERO, inputs, _FOUR):
            w0 = net[first * HIDDEN + unit]
            w1 = net[(first + _ONE) * HIDDEN + unit]
            w2 = net[(first + _TWO) * HIDDEN + unit]
            w3 = net[(first + _THREE) * HIDDEN + unit]
            at = INPUTS + first * TILE
            for lane in range(TILE):
                work[SUM + lane] += (
                    w0 * work[at + lane]
                    + w1 * work[at + TILE + lane]
                    + w2 * work[at + TILE + TILE + lane]
                    + w3 * work[at + TILE + TILE + TILE + lane]
                )
        to = FIRST_LAYER + unit * TILE
        for lane in range(TILE):
            work[to + lane] = max(work[SUM + lane], _0)
