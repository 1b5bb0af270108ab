"""Memory for a block of games that neural networks play: the named tuple of arrays that kernels share."""

from typing import NamedTuple

import numpy as np

from sixth.sim.engine import layout
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import LANES, Bytes, Index, Keys, Plan, Words, aligned, hand_end
from sixth.sim.policy.network import TILE, WORK, Floats


class Block(NamedTuple):
    """Room for one block of `LANES` games, and the noise that decides in them.

    All arrays are flat. In those of `LANES` elements a strip, element `lane` of each strip belongs to game
    `lane`; in `sets` and `work`, whose strips have `TILE` elements, to the same lane of the tile at work.
    """

    cards: Keys
    """uint16, `CARDS`: a strip for each card dealt, as `layout` says."""
    board: Bytes
    """uint8, `BOARD`: the rows, the scores and the card that is being placed, as `layout` says."""
    seen: Words
    """uint64, 2 strips: the set of cards that everybody has seen (low words, high words; see `card_sets`)."""
    streams: Words
    """uint64, 1 strip: the random stream of the lane; lanes of the same stream have the same luck."""
    inverse_temperature: Floats
    """float32, 16 strips by seat: what a logit is multiplied with before the noise; 0 is a random player."""
    hands: Words
    """uint64, `HANDS`: in a draft, who has picked what, and what lies open; see `layout.OPEN`."""
    sets: Words
    """uint64, 4 strips of `TILE`: the sets of the seat that decides; see `card_sets` and `pick_features`."""
    work: Floats
    """float32, `WORK`: what a neural network reads and writes, and notes; see `network` and `card_notes`."""
    questions: Words
    """uint64, 3 strips of `TILE`: the rows that a neural network is asked about; see `row_features`."""
    forced: Bytes
    """uint8, 1 strip: the answer that is forced on the lane, if one is: a card to pick, or a row to take
    (plus `LEFT_BIT` for its left end)."""
    best: Floats
    """float32, 1 strip: the best logit with noise that the decision has found so far."""


def block() -> Block:
    """Return a new block, all zeros."""
    lanes = int(LANES)
    return Block(
        cards=aligned(int(layout.CARDS) * 2).view(np.uint16),
        board=aligned(int(layout.BOARD)),
        seen=aligned(lanes * 16).view(np.uint64),
        streams=aligned(lanes * 8).view(np.uint64),
        inverse_temperature=aligned(lanes * 4 * 16).view(np.float32),
        hands=aligned(int(layout.HANDS) * 8).view(np.uint64),
        sets=aligned(int(TILE) * 8 * 4).view(np.uint64),
        work=aligned(int(WORK) * 4).view(np.float32),
        questions=aligned(int(TILE) * 8 * 3).view(np.uint64),
        forced=aligned(lanes),
        best=aligned(lanes * 4).view(np.float32),
    )


class Hand(NamedTuple):
    """Where the hand of a seat lies: in its strips of turns `turn` … `end` - 1 of `Block.cards`."""

    seat: Index
    """Whose hand it is."""
    turn: Index
    """The present turn."""
    end: Index
    """The turn after the last one whose card is in the hand."""


@compiled
def hand_of(plan: Plan, seat: Index, turn: Index) -> Hand:
    """Return where the hand of `seat` lies in turn `turn`."""
    return Hand(seat, turn, hand_end(plan, turn))
