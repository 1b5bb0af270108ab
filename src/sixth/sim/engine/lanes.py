"""One card placed in every game of a block at once, by the rules of `sixth.rules.board`, without a branch.

The order in a turn: `reveal`; for each card `turn_up`, `seek`, then somebody decides `CHOSEN_ROW` and
`CHOSEN_LEFT`, and `aim`, `settle`, `tally`. `board` (uint8) and `cards` (uint16) are those of one block, and
`layout` says what their strips are.
"""

from typing import Final

import numpy as np

from sixth.sim.engine import layout
from sixth.sim.engine.chance import deal
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import LANES, ONE, Bytes, Index, Keys, Plan

_0: Final = np.uint8(0)
_1: Final = np.uint8(1)


@compiled
def lay(board: Bytes, cards: Keys, plan: Plan) -> None:
    """Begin a round: lay the cards after the last turn's as rows, and set all scores to 0."""
    base = plan.turns * plan.seats
    for row in range(plan.rows):
        at = row * LANES
        for lane in range(LANES):
            key = cards[base * LANES + at + lane]
            board[layout.LAST + at + lane] = np.uint8(key >> layout.CARD_SHIFT)
            board[layout.FIRST + at + lane] = np.uint8(key >> layout.CARD_SHIFT)
            board[layout.COUNT + at + lane] = _1
            board[layout.COST + at + lane] = np.uint8((key >> layout.HEADS_SHIFT) & layout.HEADS_MASK)
    for seat in range(plan.seats):
        for lane in range(LANES):
            board[layout.SCORE + seat * LANES + lane] = _0


@compiled
def deal_round(cards: Keys, plan: Plan, seed: np.uint64, game: Index) -> None:
    """Deal rounds `game` … `game` + `LANES` - 1; a draft is dealt as if everybody picked at random."""
    deal(cards, plan.keys, plan.turns * plan.seats + plan.rows, seed, game)
    if not plan.draft:
        return
    # What random picks leave is any cards, but they start the rows in ascending order.
    base = plan.turns * plan.seats * LANES
    for done in range(plan.rows):
        for row in range(plan.rows - ONE - done):
            here = base + row * LANES
            sort_two(cards, here, here + LANES)


@compiled
def sort_two(cards: Keys, low: Index, high: Index) -> None:
    """Sort two strips of `cards` in every lane: the lower key goes to the one that begins at `low`."""
    for lane in range(LANES):
        one = cards[low + lane]
        other = cards[high + lane]
        cards[low + lane] = min(one, other)
        cards[high + lane] = max(one, other)


@compiled
def swap_strips(cards: Keys, one: Index, other: Index, count: Index) -> None:
    """Swap two strips of `cards` in `count` lanes; `one` and `other` are where they begin."""
    for lane in range(count):
        key = cards[one + lane]
        cards[one + lane] = cards[other + lane]
        cards[other + lane] = key


@compiled
def reveal(cards: Keys, plan: Plan, turn: Index) -> None:
    """Write into the turn's keys whose they are, and sort them into the order in which they are placed."""
    base = turn * plan.seats
    for seat in range(plan.seats):
        for lane in range(LANES):
            at = (base + seat) * LANES + lane
            cards[at] = np.uint16(cards[at] | np.uint16(seat))
    if plan.flip:
        return
    for pair in range(np.uint64(plan.sorting_network.size) >> ONE):
        low = (base + np.uint64(plan.sorting_network[pair << ONE])) * LANES
        high = (base + np.uint64(plan.sorting_network[(pair << ONE) | ONE])) * LANES
        sort_two(cards, low, high)


@compiled
def turn_up(board: Bytes, cards: Keys, card: Index) -> None:
    """Make strip `card` of `cards` the card that is being placed."""
    for lane in range(LANES):
        key = cards[card * LANES + lane]
        board[layout.CARD + lane] = np.uint8(key >> layout.CARD_SHIFT)
        board[layout.SEAT + lane] = np.uint8(key & layout.SEAT_MASK)
        board[layout.HEADS + lane] = np.uint8((key >> layout.HEADS_SHIFT) & layout.HEADS_MASK)


@compiled
def seek(board: Bytes, plan: Plan) -> None:
    """Find the places that the card may go to: `RIGHT_GAP`, `RIGHT_ROW`, and with both ends the left ones."""
    _seek_right(board, plan.rows)
    if plan.both:
        _seek_left(board, plan.rows)


@compiled
def _seek_right(board: Bytes, rows: Index) -> None:
    """Find the row whose last card is the highest of those lower than the card."""
    for lane in range(LANES):
        board[layout.RIGHT_GAP + lane] = layout.NO_GAP
        board[layout.RIGHT_ROW + lane] = _0
    for row in range(rows):
        at = layout.LAST + row * LANES
        for lane in range(LANES):
            # A last card that is higher gives a negative distance, which as a byte is more than NO_GAP.
            gap = np.uint8(board[layout.CARD + lane] - board[at + lane])
            best = board[layout.RIGHT_GAP + lane]
            nearest = board[layout.RIGHT_ROW + lane]
            closer = gap < best
            board[layout.RIGHT_GAP + lane] = gap if closer else best
            board[layout.RIGHT_ROW + lane] = np.uint8(row) if closer else nearest


@compiled
def _seek_left(board: Bytes, rows: Index) -> None:
    """Find the row whose first card is the lowest of those higher than the card."""
    for lane in range(LANES):
        board[layout.LEFT_GAP + lane] = layout.NO_GAP
        board[layout.LEFT_ROW + lane] = _0
    for row in range(rows):
        at = layout.FIRST + row * LANES
        for lane in range(LANES):
            gap = np.uint8(board[at + lane] - board[layout.CARD + lane])
            best = board[layout.LEFT_GAP + lane]
            nearest = board[layout.LEFT_ROW + lane]
            closer = gap < best
            board[layout.LEFT_GAP + lane] = gap if closer else best
            board[layout.LEFT_ROW + lane] = np.uint8(row) if closer else nearest


@compiled
def aim(board: Bytes, plan: Plan) -> None:
    """Write where the card goes, now that everything is decided: `LOW`, `ROW` and `LEFT`."""
    if plan.both:
        _aim_at_both_ends(board)
        return
    for lane in range(LANES):
        chosen = board[layout.CHOSEN_ROW + lane]
        nearest = board[layout.RIGHT_ROW + lane]
        low = board[layout.RIGHT_GAP + lane] == layout.NO_GAP
        board[layout.LOW + lane] = np.uint8(low)
        board[layout.LEFT + lane] = _0
        board[layout.ROW + lane] = chosen if low else nearest


@compiled
def _aim_at_both_ends(board: Bytes) -> None:
    for lane in range(LANES):
        right = board[layout.RIGHT_GAP + lane]
        left = board[layout.LEFT_GAP + lane]
        right_row = board[layout.RIGHT_ROW + lane]
        left_row = board[layout.LEFT_ROW + lane]
        chosen = board[layout.CHOSEN_ROW + lane]
        chosen_left = board[layout.CHOSEN_LEFT + lane] != _0
        low = (right == layout.NO_GAP) & (left == layout.NO_GAP)
        to_left = (left < right) | ((left == right) & chosen_left & (not low))
        nearest = left_row if to_left else right_row
        board[layout.LOW + lane] = np.uint8(low)
        board[layout.LEFT + lane] = np.uint8(to_left)
        board[layout.ROW + lane] = chosen if low else nearest


@compiled
def _mask(flag: np.bool) -> np.uint8:
    """Return a byte with all bits set, or none."""
    return np.uint8(_0 - np.uint8(flag))


@compiled
def settle(board: Bytes, plan: Plan) -> None:
    """Lay the card into `ROW`; it takes the row (`GAIN`, `TAKEN`) if that is full, or if it had no place."""
    for lane in range(LANES):
        board[layout.GAIN + lane] = _0
        board[layout.TAKEN + lane] = _0
    for row in range(plan.rows):
        if plan.both:
            _move_ends(board, row, plan.limit)
        else:
            _move_last(board, row)
        _count(board, row, plan.limit)


@compiled
def _count(board: Bytes, row: Index, limit: np.uint8) -> None:
    """Update what the row holds and costs, and what the card took of it."""
    at = row * LANES
    for lane in range(LANES):
        count = board[layout.COUNT + at + lane]
        cost = board[layout.COST + at + lane]
        gain = board[layout.GAIN + lane]
        taken = board[layout.TAKEN + lane]
        heads = board[layout.HEADS + lane]
        low = board[layout.LOW + lane] != _0
        here = board[layout.ROW + lane] == np.uint8(row)
        # Masks of bits, for of conditions that imply one another the compiler makes branches.
        lies = _mask(here)
        goes = _mask(here & (low | (count >= limit)))
        board[layout.GAIN + lane] = np.uint8(gain + (cost & goes))
        board[layout.TAKEN + lane] = np.uint8(taken + (count & goes))
        board[layout.COST + at + lane] = np.uint8((cost & ~goes) + (heads & lies))
        board[layout.COUNT + at + lane] = np.uint8((count & ~goes) + (_1 & lies))


@compiled
def _move_last(board: Bytes, row: Index) -> None:
    at = layout.LAST + row * LANES
    for lane in range(LANES):
        card = board[layout.CARD + lane]
        last = board[at + lane]
        here = board[layout.ROW + lane] == np.uint8(row)
        board[at + lane] = card if here else last


@compiled
def _move_ends(board: Bytes, row: Index, limit: np.uint8) -> None:
    """With ends = both a card moves one end, or both of them where it begins the row anew."""
    at = row * LANES
    for lane in range(LANES):
        card = board[layout.CARD + lane]
        first = board[layout.FIRST + at + lane]
        last = board[layout.LAST + at + lane]
        low = board[layout.LOW + lane] != _0
        left = board[layout.LEFT + lane] != _0
        here = board[layout.ROW + lane] == np.uint8(row)
        anew = low | (board[layout.COUNT + at + lane] >= limit)
        board[layout.FIRST + at + lane] = card if here & (anew | left) else first
        board[layout.LAST + at + lane] = card if here & (anew | (not left)) else last


@compiled
def tally(board: Bytes, seats: Index) -> None:
    """Add the heads that the card took to its seat's `SCORE`."""
    for seat in range(seats):
        at = layout.SCORE + seat * LANES
        for lane in range(LANES):
            gain = board[layout.GAIN + lane]
            mine = board[layout.SEAT + lane] == np.uint8(seat)
            board[at + lane] = np.uint8(board[at + lane] + (gain if mine else _0))
