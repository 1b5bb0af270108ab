"""Drafts for tests: an observation of one, and what the lanes make of it, as plain Python values."""

from collections.abc import Sequence

import numpy as np

from sixth.sim.engine.layout import CARD_SHIFT, LANES, OPEN, SCORE, Index, Plan
from sixth.sim.policy.architecture import PLAYER
from sixth.sim.policy.block import Block
from sixth.sim.policy.network import Floats
from sixth.sim.search.drafts import DraftMoment, DraftObservation
from sixth.sim.search.playouts import Lineup

EVERYBODY = np.zeros(16, dtype=np.uint64)
"""Each seat is played by the first player."""
BEGINNING = DraftMoment(np.uint64(0), np.uint64(0), False)
"""Seat 0 picks first, and no card is forced."""


def words(cards: Sequence[int]) -> tuple[int, int]:
    bits = sum(1 << card for card in cards)
    return bits & (2**64 - 1), bits >> 64


def observation(seat: int, hands: Sequence[Sequence[int]], free: Sequence[int]) -> DraftObservation:
    sets = np.array([part for cards in (*hands, free) for part in words(cards)], dtype=np.uint64)
    return DraftObservation(np.uint64(seat), np.uint64(sum(map(len, hands))), sets)


def members(b: Block, start: Index, lane: int) -> list[int]:
    low, high = int(b.hands[int(start) + lane]), int(b.hands[int(start + LANES) + lane])
    return [card for card in range(128) if (low | high << 64) >> card & 1]


def picked(b: Block, seat: int, lane: int) -> list[int]:
    return members(b, np.uint64(2 * seat) * LANES, lane)


def still_open(b: Block, lane: int) -> list[int]:
    return members(b, OPEN, lane)


def dealt(b: Block, plan: Plan, lane: int) -> tuple[list[list[int]], list[int]]:
    """The hands by seat, as they lie in the strips, and the rows."""
    seats, turns, rows = int(plan.seats), int(plan.turns), int(plan.rows)
    cards = (b.cards >> CARD_SHIFT).reshape(-1, int(LANES))[:, lane].tolist()
    hands = [[cards[turn * seats + seat] for turn in range(turns)] for seat in range(seats)]
    return hands, cards[turns * seats : turns * seats + rows]


def scores(b: Block, plan: Plan, lane: int) -> list[int]:
    return [int(b.board[int(SCORE) + seat * int(LANES) + lane]) for seat in range(int(plan.seats))]


def players(seed: int, count: int = 1) -> Floats:
    """Networks of random numbers."""
    drawn = np.random.default_rng(seed).normal(scale=0.4, size=(count, int(PLAYER)))
    return drawn.astype(np.float32)


def everybody(net: Floats) -> Lineup:
    """Each seat is played by the first of these players."""
    return Lineup(net, EVERYBODY)


def nobody() -> Lineup:
    """No networks: cards are picked and played at random."""
    return Lineup(np.zeros((0, int(PLAYER)), dtype=np.float32), EVERYBODY)
