"""The layout of one game in memory: an array `g` of numbers (int32), with the indices below.

Unlike the lanes of `sixth.sim.engine`, games here stand at different moments: one waits for a row while
another is dealt its next round. So each is played by itself.
"""

from typing import Final

import numpy as np

from sixth.sim.environment.setup import PHASES, Ints

PHASE: Final = 0
ACTOR: Final = 1
ROUND: Final = 2
TURN: Final = 3
PART: Final = 4
SIZE: Final = 5
"""Cards in the deck of this round."""
GAIN: Final = 6
"""Heads that the learner has taken since its last reward."""
CUT: Final = 7
"""1 if the game was cut after `setup.MAX_ROUNDS`."""
NEXT: Final = 8
"""The next card of `PENDING` that is to be placed."""
PLAYED: Final = 9
"""How many cards there are in `PENDING`."""
SEED_LOW: Final = 10
SEED_HIGH: Final = 11
DEALT: Final = 12
"""Rounds dealt since the place was seeded: which shuffle of the seed comes next."""
DRAWN: Final = 13
"""Decisions that chance has made since then."""
TOTALS: Final = 16
"""By seat: heads of the rounds that ended."""
HEADS: Final = 26
"""By seat: heads taken this round."""
LASTED: Final = 36
"""By seat: the round in which it went out, or `STILL_IN`."""
COUNTS: Final = 46
"""By seat: cards in its hand."""
PENDING: Final = 56
"""The cards of the turn, in the order in which they are placed."""
OWNERS: Final = 66
"""The seats of these cards."""
TABLE: Final = 76
"""By row four numbers: first card, last card, count and heads."""
PUBLIC: Final = 492
"""By number of card: 1 if everybody has seen it this round."""
OPEN: Final = 597
"""By number of card: 1 if it lies in the open deck of a draft."""
DECK: Final = 702
"""This round's cards in the order in which they are dealt."""
HANDS: Final = 806
"""By seat `HAND` numbers: its cards, ascending; the top card first where cards are flipped."""
HAND: Final = 52
SORTED: Final = 1326
"""By rank: the last cards of the rows, ascending."""
FULL: Final = 1430
"""By rank: 1 if that row is full."""
PLAYS: Final = 1534
"""By seat: the place in its hand of the card that it plays this turn."""
LENGTH: Final = 1552

CHOOSE: Final = PHASES.index("choose")
"""A phase: all seats choose a card; it waits for the learner."""
TAKE: Final = PHASES.index("take")
"""A phase: the actor's card has not exactly one place."""
PICK: Final = PHASES.index("pick")
"""A phase: the actor picks from the open deck."""
OVER: Final = PHASES.index("wait")
"""A phase: the game has ended or was cut."""
FLIP: Final = len(PHASES)
"""A phase that nobody observes: the actor turns over its top card."""
PLACE: Final = FLIP + 1
"""A phase that nobody observes: revealed cards are to be placed."""

STILL_IN: Final = 2**31 - 1

FIRST: Final = 0
LAST: Final = 1
COUNT: Final = 2
COST: Final = 3


def new_games(count: int) -> Ints:
    """Return memory for `count` games, none of them begun: int32, games × `LENGTH`."""
    games = np.zeros((count, LENGTH), dtype=np.int32)
    games[:, PHASE] = OVER
    return games


def sow(game: Ints, seed: int) -> None:
    """Make the next games of `game` (int32, `LENGTH`) those of `seed`, below 2⁶⁴."""
    game[SEED_LOW : SEED_HIGH + 1] = np.array([seed], dtype="<u8").view("<i4")
    game[DEALT] = game[DRAWN] = 0
