"""The features of the open cards of a draft: numbers near 0 … 1, in lanes.

Everything in a draft is public: the features tell of the open cards, of the seat's own picks and of everybody
else's.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled, ones
from sixth.sim.engine.layout import HEADS_MASK, HEADS_SHIFT, LANES, ONE, OPEN, ZERO, Index, Plan
from sixth.sim.policy.block import Block
from sixth.sim.policy.card_sets import below, next_above, next_below
from sixth.sim.policy.network import PICK_INPUTS, TILE, feature_names, input_strips


class PickFeatures(NamedTuple):
    """Where the strips of the features of an open card of a draft begin in `Block.work`.

    The order is that of the inputs of the neural network, to which files of weights hold.
    """

    number: np.uint64
    """The card, as a share of the deck."""
    heads: np.uint64
    """Heads of the card, in 7ths."""
    down: np.uint64
    """1 / distance to the closest own card below, 0 if there is none."""
    up: np.uint64
    """1 / distance to the closest own card above, 0 if there is none."""
    lower: np.uint64
    """Own cards that are lower, of a whole hand."""
    higher: np.uint64
    """Own cards that are higher, of a whole hand."""
    foes_below: np.uint64
    """Cards that others have picked among the eight next lower ones, in 8ths."""
    foes_above: np.uint64
    """The same among the eight next higher ones."""
    open_below: np.uint64
    """Open cards among the eight next lower ones, in 8ths."""
    open_above: np.uint64
    """The same among the eight next higher ones."""
    stay: np.uint64
    """Share of the open cards that will start rows."""
    under: np.uint64
    """Share of the other open cards that are lower."""
    others: np.uint64
    """Other seats, in 9ths."""
    ends: np.uint64
    """1 where cards may go to the left of a row too."""
    rows: np.uint64
    """Rows, in 10ths."""
    limit: np.uint64
    """Cards a row holds, in 10ths, at most 1."""


AT: Final = PickFeatures._make(input_strips(len(PickFeatures._fields)))
"""The strips of the features."""
PICK_FEATURES: Final = feature_names(PickFeatures._fields)
"""The names of the inputs of the neural network, in order."""

assert len(PICK_FEATURES) == PICK_INPUTS

ASKED: Final = TILE * np.uint64(2)
"""In `Block.sets`: the strip of the card that is asked about; before it, the set of open cards after that."""

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_NEAR: Final = np.uint64(8)
"""Cards on either side that count as neighbours."""


@compiled
def pick_features(b: Block, plan: Plan, seat: Index, at: Index) -> None:
    """Write the features of the asked cards for `seat` to the strips at `INPUTS` of `b.work`.

    They are those of the tile at lane `at`, whose asked cards are the strip at `ASKED` of `b.sets`.
    """
    work, sets, hands = b.work, b.sets, b.hands
    size = np.uint64(plan.keys.size)
    mine = (seat + seat) * LANES + at
    free = OPEN + at
    eighth = np.float32(0.125)
    hand = np.float32(plan.turns)
    for lane in range(TILE):
        card = sets[ASKED + lane]
        own_low = hands[mine + lane]
        own_high = hands[mine + LANES + lane]
        open_low = hands[free + lane]
        open_high = hands[free + LANES + lane]
        bottom = max(card, _NEAR) - _NEAR
        top = card + _NEAR + ONE
        lower = below(own_low, own_high, card)
        under = below(open_low, open_high, card)
        count = ones(open_low) + ones(open_high)
        open_down = under - below(open_low, open_high, bottom)
        open_up = below(open_low, open_high, top) - under - ONE
        own_down = lower - below(own_low, own_high, bottom)
        own_up = below(own_low, own_high, top) - lower
        # Of the neighbours, whatever is neither open nor own, somebody else has picked.
        foes_down = min(_NEAR, card - ONE) - open_down - own_down
        foes_up = min(_NEAR, size - card) - open_up - own_up
        down = next_below(own_low, own_high, card)
        up = next_above(own_low, own_high, card)
        heads = (plan.keys[card - ONE] >> HEADS_SHIFT) & HEADS_MASK
        work[AT.number + lane] = np.float32(card) / np.float32(size)
        work[AT.heads + lane] = np.float32(heads) / np.float32(7.0)
        work[AT.down + lane] = _1 / np.float32(card - down) if down > ZERO else _0
        work[AT.up + lane] = _1 / np.float32(up - card) if up <= size else _0
        work[AT.lower + lane] = np.float32(lower) / hand
        work[AT.higher + lane] = np.float32(ones(own_low) + ones(own_high) - lower) / hand
        work[AT.foes_below + lane] = np.float32(foes_down) * eighth
        work[AT.foes_above + lane] = np.float32(foes_up) * eighth
        work[AT.open_below + lane] = np.float32(open_down) * eighth
        work[AT.open_above + lane] = np.float32(open_up) * eighth
        work[AT.stay + lane] = np.float32(plan.rows) / np.float32(count)
        work[AT.under + lane] = np.float32(under) / np.float32(max(count - ONE, ONE))
        work[AT.others + lane] = np.float32(plan.seats - ONE) / np.float32(9.0)
        work[AT.ends + lane] = _1 if plan.both else _0
        work[AT.rows + lane] = np.float32(plan.rows) * np.float32(0.1)
        work[AT.limit + lane] = min(np.float32(plan.limit) * np.float32(0.1), _1)
