"""Notes on one card of a hand, of which features are made, in lanes.

Everything is done step by step, each step for all lanes of a tile, so that the compiler makes vectors of it.
Whole numbers are floats here too, which are exact.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.rules.options import SEATS
from sixth.sim.engine import layout
from sixth.sim.engine.compiler import compiled, ones
from sixth.sim.engine.layout import LANES, ONE, Bytes, Index, Keys, Plan, Words
from sixth.sim.policy.block import Block
from sixth.sim.policy.card_sets import HAND, UNSEEN, below, between, next_above, next_below
from sixth.sim.policy.network import NOTES, TILE, WORK, Floats

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_FAR: Final = np.float32(255.0)


def _strips() -> Iterator[np.uint64]:
    """Yield where each strip of notes begins in the work array, one after the other."""
    for number in range(int(WORK - NOTES) // int(TILE)):
        yield NOTES + TILE * np.uint64(number)


_STRIPS: Final = _strips()
# Of the card:
CARD, HEADS = islice(_STRIPS, 2)
# of the row that it would go to, and the card beside which it would lie there:
LOW, GAP, NEAR, LEFT_END, HELD, STAKE, ROOM, SPACE = islice(_STRIPS, 8)
# of the next row above, the next one below, and all rows:
ABOVE, UP_HELD, UP_COST, UNDER, FREE, DOWN_COST, LOWEST, CHEAP, TABLE, FULLS = islice(_STRIPS, 10)
# own cards:
OWN_INSIDE, OWN_BELOW, OWN_LOW, OWN_BEHIND, SPARE, FOLLOWER, AHEAD, TAIL, HEAD = islice(_STRIPS, 9)
# cards not seen, and the share of them that each is:
SHARE, INSIDE, LOWER, GROUND, UPON, STEP, REACH, DEPTH = islice(_STRIPS, 8)
# and chances.
CHANCE, ALONE, STAND, STILL, HIT, SHORT, TERM, WAIT, FOLLOW, ORPHAN = islice(_STRIPS, 10)


def _ways() -> NDArray[np.float32]:
    """Return the binomial coefficients, float32: n over k is element n · 32 + k."""
    table = np.zeros((32, 32), dtype=np.float32)
    table[:, 0] = 1
    for n in range(1, 32):
        for k in range(1, n + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table.reshape(-1)


_WAYS: Final = _ways()
assert 2 * SEATS.stop <= 32


@compiled
def take_notes(b: Block, plan: Plan, strip: Index, at: Index) -> None:
    """Write the notes of the tile at lane `at` to `b.work`, of the cards that lie from `b.cards[strip]` on.

    `card_sets.look` must have written the sets of the tile.
    """
    _rows(b.work, b.board, b.cards, plan, strip, at)
    _sets(b.work, b.sets, plan)
    _row_below(b.work, b.board, plan, at)
    _odds(b.work, b.sets, plan)


@compiled
def _rows(work: Floats, board: Bytes, cards: Keys, plan: Plan, strip: Index, at: Index) -> None:
    """Note the card, the row it would go to, the one above, and all rows together."""
    for lane in range(TILE):
        key = cards[strip + lane]
        work[CARD + lane] = np.float32(key >> layout.CARD_SHIFT)
        work[HEADS + lane] = np.float32((key >> layout.HEADS_SHIFT) & layout.HEADS_MASK)
    for lane in range(TILE):
        work[GAP + lane] = _FAR
        work[LEFT_END + lane] = _0
        # For a card without a place, the first row stands for its row.
        work[HELD + lane] = np.float32(board[layout.COUNT + at + lane])
        work[STAKE + lane] = np.float32(board[layout.COST + at + lane])
    for lane in range(TILE):
        work[LOWEST + lane] = _FAR
        work[ABOVE + lane] = _FAR
        work[UP_HELD + lane] = _0
        work[UP_COST + lane] = _0
        work[CHEAP + lane] = _FAR
        work[TABLE + lane] = _0
        work[FULLS + lane] = _0
    limit = np.float32(plan.limit)
    for row in range(plan.rows):
        here = row * LANES + at
        for lane in range(TILE):
            card = work[CARD + lane]
            last = np.float32(board[layout.LAST + here + lane])
            count = np.float32(board[layout.COUNT + here + lane])
            cost = np.float32(board[layout.COST + here + lane])
            gap = work[GAP + lane]
            closer = (last < card) & (card - last < gap)
            work[GAP + lane] = card - last if closer else gap
            work[HELD + lane] = count if closer else work[HELD + lane]
            work[STAKE + lane] = cost if closer else work[STAKE + lane]
            work[LEFT_END + lane] = _0 if closer else work[LEFT_END + lane]
            above = work[ABOVE + lane]
            higher = (last > card) & (last < above)
            work[ABOVE + lane] = last if higher else above
            work[UP_HELD + lane] = count if higher else work[UP_HELD + lane]
            work[UP_COST + lane] = cost if higher else work[UP_COST + lane]
            work[LOWEST + lane] = min(work[LOWEST + lane], last)
            work[CHEAP + lane] = min(work[CHEAP + lane], cost)
            work[TABLE + lane] += cost
            work[FULLS + lane] += _1 if count >= limit else _0
        if plan.both:
            for lane in range(TILE):
                card = work[CARD + lane]
                first = np.float32(board[layout.FIRST + here + lane])
                count = np.float32(board[layout.COUNT + here + lane])
                cost = np.float32(board[layout.COST + here + lane])
                gap = work[GAP + lane]
                closer = (first > card) & (first - card < gap)
                work[GAP + lane] = first - card if closer else gap
                work[HELD + lane] = count if closer else work[HELD + lane]
                work[STAKE + lane] = cost if closer else work[STAKE + lane]
                work[LEFT_END + lane] = _1 if closer else work[LEFT_END + lane]


@compiled
def _sets(work: Floats, sets: Words, plan: Plan) -> None:
    """Note where the card lies among the own ones and those not seen."""
    limit = np.float32(plan.limit)
    size = np.float32(plan.keys.size)
    for lane in range(TILE):
        card = work[CARD + lane]
        gap = work[GAP + lane]
        low = gap == _FAR
        near = card + gap if work[LEFT_END + lane] != _0 else card - gap
        work[NEAR + lane] = _0 if low else near
        work[LOW + lane] = _1 if low else _0
        work[ABOVE + lane] = min(work[ABOVE + lane], size + _1)
        room = max(limit - work[HELD + lane], _0)
        work[ROOM + lane] = room
        work[SPACE + lane] = room - _1 if room > _0 else limit - _1
    for lane in range(TILE):
        low = sets[UNSEEN + lane]
        high = sets[UNSEEN + TILE + lane]
        card = _whole(work[CARD + lane])
        near = _whole(work[NEAR + lane])
        work[SHARE + lane] = _1 / max(np.float32(ones(low) + ones(high)), _1)
        work[INSIDE + lane] = np.float32(between(low, high, min(near, card), max(near, card)))
        work[LOWER + lane] = np.float32(below(low, high, card))
        work[GROUND + lane] = np.float32(below(low, high, _whole(work[LOWEST + lane])))
        work[UPON + lane] = np.float32(between(low, high, card, _whole(work[ABOVE + lane])))
    for lane in range(TILE):
        low = sets[HAND + lane]
        high = sets[HAND + TILE + lane]
        card = _whole(work[CARD + lane])
        near = _whole(work[NEAR + lane])
        lowest = _whole(work[LOWEST + lane])
        work[OWN_INSIDE + lane] = np.float32(between(low, high, min(near, card), max(near, card)))
        work[OWN_BELOW + lane] = np.float32(below(low, high, card))
        work[OWN_LOW + lane] = np.float32(below(low, high, lowest))
        work[OWN_BEHIND + lane] = np.float32(between(low, high, card, _whole(work[ABOVE + lane])))
        spare = between(low, high, card, lowest)
        work[SPARE + lane] = np.float32(spare) if card < lowest else _0
    for lane in range(TILE):
        card = _whole(work[CARD + lane])
        work[FOLLOWER + lane] = np.float32(next_above(sets[HAND + lane], sets[HAND + TILE + lane], card))
        work[AHEAD + lane] = np.float32(next_below(sets[HAND + lane], sets[HAND + TILE + lane], card))


@compiled
def _row_below(work: Floats, board: Bytes, plan: Plan, at: Index) -> None:
    """Note the row that would take the card if its own were gone."""
    limit = np.float32(plan.limit)
    for lane in range(TILE):
        work[UNDER + lane] = _0
        work[FREE + lane] = _0
        work[DOWN_COST + lane] = _0
    for row in range(plan.rows):
        here = row * LANES + at
        for lane in range(TILE):
            last = np.float32(board[layout.LAST + here + lane])
            free = max(limit - np.float32(board[layout.COUNT + here + lane]), _0)
            cost = np.float32(board[layout.COST + here + lane])
            under = work[UNDER + lane]
            better = (last < work[NEAR + lane]) & (last > under)
            work[UNDER + lane] = last if better else under
            work[FREE + lane] = free if better else work[FREE + lane]
            work[DOWN_COST + lane] = cost if better else work[DOWN_COST + lane]


@compiled
def _odds(work: Floats, sets: Words, plan: Plan) -> None:
    """Note the chances of what may come of the card."""
    others = np.uint64(plan.seats) - ONE
    twice = others + others
    for lane in range(TILE):
        low = sets[UNSEEN + lane]
        high = sets[UNSEEN + TILE + lane]
        card = _whole(work[CARD + lane])
        follower = work[FOLLOWER + lane]
        ahead = work[AHEAD + lane]
        share = work[SHARE + lane]
        near = work[NEAR + lane]
        under = work[UNDER + lane]
        tail = follower < work[ABOVE + lane]
        head = (work[LOW + lane] == _0) & (ahead > near)
        work[TAIL + lane] = _1 if tail else _0
        work[HEAD + lane] = _1 if head else _0
        step = np.float32(between(low, high, card, _whole(follower)))
        work[STEP + lane] = step * share if tail else _0
        reach = np.float32(between(low, high, _whole(under), _whole(ahead)))
        work[REACH + lane] = reach * share if head & (under > _0) else _0
        work[DEPTH + lane] = np.float32(between(low, high, _whole(under), _whole(near))) if under > _0 else _0
    for lane in range(TILE):
        share = work[SHARE + lane]
        work[CHANCE + lane] = work[INSIDE + lane] * share
        work[LOWER + lane] *= share
        work[GROUND + lane] *= share
        work[ALONE + lane] = _1
        work[STAND + lane] = _1
        work[STILL + lane] = _1
    for _ in range(others):
        for lane in range(TILE):
            work[ALONE + lane] *= _1 - work[LOWER + lane]
            work[STAND + lane] *= _1 - work[GROUND + lane]
            work[STILL + lane] *= _1 - work[CHANCE + lane]
    _hits(work, HIT, others, ROOM, CHANCE)
    _fewer(work, SHORT, others, plan.limit, ROOM, CHANCE)
    _hits(work, WAIT, twice, ROOM, CHANCE)
    _hits(work, FOLLOW, others, SPACE, STEP)
    _hits(work, ORPHAN, twice, FREE, REACH)


@compiled
def _hits(work: Floats, to: Index, many: Index, need: Index, chance: Index) -> None:
    """Write to strip `to` the chance that of `many` independent things as many happen as strip `need` says.

    Each happens with the chance in strip `chance`.
    """
    limit = np.float32(many)
    for lane in range(TILE):
        needed = work[need + lane]
        possible = _whole(min(needed, limit))
        ways = _WAYS[np.uint64(many) * np.uint64(32) + possible]
        work[to + lane] = ways if needed <= limit else _0
    for one in range(many):
        number = np.float32(one)
        for lane in range(TILE):
            happens = work[chance + lane]
            work[to + lane] *= happens if number < work[need + lane] else _1 - happens


@compiled
def _fewer(work: Floats, to: Index, many: Index, most: np.uint8, need: Index, chance: Index) -> None:
    """Write to strip `to` the chance that fewer happen than strip `need` says, nowhere more than `most`."""
    for lane in range(TILE):
        work[to + lane] = _0
    for fewer in range(min(np.uint64(most), np.uint64(many) + ONE)):
        number = np.float32(fewer)
        ways = _WAYS[np.uint64(many) * np.uint64(32) + np.uint64(fewer)]
        for lane in range(TILE):
            work[TERM + lane] = ways
        for one in range(many):
            happens = one < fewer
            for lane in range(TILE):
                work[TERM + lane] *= work[chance + lane] if happens else _1 - work[chance + lane]
        for lane in range(TILE):
            work[to + lane] += work[TERM + lane] if number < work[need + lane] else _0


@compiled
def _whole(value: np.float32) -> np.uint64:
    """Return a card or a count as an index, by way of int32, for which all machines have vectors."""
    return np.uint64(np.int32(value))
