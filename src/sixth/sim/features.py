"""What a policy is told of each card of a hand: numbers near 0 … 1, in lanes.

Everything here is known to the seat that decides: its own hand, the table, every card that was seen this
round (`seen`, also those taken long ago) and the rules. Nothing is read of the other hands.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.rules.options import SEATS
from sixth.sim.compiled import compiled, ones
from sixth.sim.layout import (
    CARD_SHIFT,
    COST,
    COUNT,
    FIRST,
    HEADS_MASK,
    HEADS_SHIFT,
    LANES,
    LAST,
    Bytes,
    Index,
    Keys,
    Plan,
    Words,
)
from sixth.sim.network import INPUTS, TILE, Floats
from sixth.sim.sets import HAND, UNSEEN, below, between, next_above, next_below

CARD_FEATURES: Final = (
    "low: 1 if the card has no place now",
    "gap: distance to the card it would lie beside, in 32nds, at most 1",
    "near: 1 / gap",
    "threat: cards expected from others into the gap, t / (1 + t)",
    "hit: chance that exactly as many come as make the card take the row",
    "pain: hit times the heads it would then take, in 10ths",
    "over: chance that more come than that, so that somebody else takes the row before",
    "full: 1 if the row is full",
    "room: cards that the row still holds, of its limit",
    "one: 1 if exactly one more fits",
    "cost: heads of the row, in 10ths",
    "cheap: heads of the cheapest row, in 10ths",
    "heads: heads of the card itself, in 7ths",
    "rank: share of the own other cards that are lower",
    "between: own cards in the gap, in 4ths",
    "behind: own higher cards that would go to the same row, in 4ths",
    "left: cards in the hand, in 10ths",
    "last: 1 if it is the last card or the last but one",
    "others: other seats, in 9ths",
    "dense: share of the unseen cards that are in hands",
    "fall: chance that somebody else plays a card without a place",
    "first: chance that nobody plays a lower card",
    "lows: share of the own cards that have no place",
    "sting: low times the heads of the cheapest row, in 10ths",
    "table: mean heads of the rows, in 10ths",
    "fulls: share of the rows that are full",
    "ends: 1 where cards may go to the left of a row too",
    "number: the card, as a share of the deck",
    "above: cards expected from others this turn between the card and the next last card above",
    "unseen: mean heads of a card of the deck, in 4ths",
    "spare: own cards that are lower than every row's last and higher than this card, in 4ths",
    "rows: rows, in 10ths",
    "wait: the pain if it is played a turn later, as the table lies now",
    "follow: the pain of the next own card in the same row a turn later, if this one is played now",
    "tail: 1 if there is such a card",
    "orphan: the pain of the next own card below in the gap a turn later, if this one is played now",
    "head: 1 if there is such a card",
    "fill: cards expected from others into the gap until the hand is empty, t / (1 + t)",
    "still: chance that nobody plays into the gap",
    "step: cards expected from others between this card and the next own one in the row, t / (1 + t)",
    "pass: cards expected from others above it in the same row until the hand is empty, t / (1 + t)",
    "drop: 1 if no other row would take it, were its row gone",
    "down: cards expected from others into the row below until the hand is empty, t / (1 + t)",
    "down room: cards that the row below still holds, of its limit",
    "down full: 1 if that row is full",
    "down cost: heads of that row, in 10ths",
    "up room: cards that the row above still holds, of its limit",
    "up cost: heads of that row, in 10ths",
)
"""The inputs of the card network, in order."""

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_FAR: Final = np.uint64(255)


def _ways() -> NDArray[np.float32]:
    """Binomial coefficients, n · 32 + k."""
    table = np.zeros((32, 32), dtype=np.float32)
    table[:, 0] = 1
    for n in range(1, 32):
        for k in range(1, n + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table.reshape(-1)


WAYS: Final = _ways()
assert 2 * SEATS.stop <= 32


@compiled
def _hit(many: Index, need: Index, chance: np.float32) -> np.float32:
    """The chance that exactly `need` of `many` independent things happen."""
    if need > many:
        return _0
    value = WAYS[np.uint64(many) * np.uint64(32) + np.uint64(need)]
    for _ in range(need):
        value *= chance
    for _ in range(np.uint64(many) - np.uint64(need)):
        value *= _1 - chance
    return np.float32(value)


@compiled
def card_features(
    work: Floats,
    sets: Words,
    board: Bytes,
    cards: Keys,
    plan: Plan,
    turn: Index,
    end: Index,
    seat: Index,
    slot: Index,
    at: Index,
) -> None:
    """Write the features of the card at turn `slot` of `seat`'s hand to `INPUTS`, for the tile at `at`."""
    strip = (slot * plan.seats + seat) * LANES + at
    size = np.uint64(plan.keys.size)
    hand = np.uint64(end) - np.uint64(turn)
    left = np.uint64(plan.turns) - np.uint64(turn)
    others = np.uint64(plan.seats) - _ONE
    tenth = np.float32(0.1)
    quarter = np.float32(0.25)
    mean = np.float32(plan.mean_heads)
    for lane in range(TILE):
        key = cards[strip + lane]
        card = np.uint64(key >> CARD_SHIFT)
        heads = np.float32((key >> HEADS_SHIFT) & HEADS_MASK)
        mine_low = sets[HAND + lane]
        mine_high = sets[HAND + TILE + lane]
        gone_low = sets[UNSEEN + lane]
        gone_high = sets[UNSEEN + TILE + lane]
        gap = _FAR
        row = _NONE
        left_end: np.bool = np.bool(0)
        lowest = _FAR
        above = _FAR
        above_row = _NONE
        cheap = np.uint64(255)
        table = _NONE
        fulls = _NONE
        for other in range(plan.rows):
            place = other * LANES + at + lane
            last = np.uint64(board[LAST + place])
            cost = np.uint64(board[COST + place])
            closer = (last < card) & (card - last < gap)
            gap = card - last if closer else gap
            row = np.uint64(other) if closer else row
            left_end = left_end & (not closer)
            if plan.both:
                first = np.uint64(board[FIRST + place])
                closer = (first > card) & (first - card < gap)
                gap = first - card if closer else gap
                row = np.uint64(other) if closer else row
                left_end = left_end | closer
            lowest = min(lowest, last)
            over_it = (last > card) & (last < above)
            above = last if over_it else above
            above_row = np.uint64(other) if over_it else above_row
            cheap = min(cheap, cost)
            table += cost
            fulls += _ONE if board[COUNT + place] >= plan.limit else _NONE
        low = gap == _FAR
        above = min(above, size + _ONE)
        unseen = np.float32(ones(gone_low) + ones(gone_high))
        share = _1 / max(unseen, _1)
        place = row * LANES + at + lane
        near = _NONE if low else (card + gap if left_end else card - gap)
        down = min(near, card)
        up = max(near, card)
        inside = between(gone_low, gone_high, down, up)
        own_inside = between(mine_low, mine_high, down, up)
        own_below = below(mine_low, mine_high, card)
        own_low = below(mine_low, mine_high, lowest)
        own_behind = between(mine_low, mine_high, card, above)
        chance = np.float32(inside) * share
        threat = chance * np.float32(others)
        count = np.uint64(board[COUNT + place])
        limit = np.uint64(plan.limit)
        room = limit - count if count < limit else _NONE
        stake = np.float32(board[COST + place])
        hit = _hit(others, room, chance)
        short = _0
        for fewer in range(min(room, others + _ONE)):
            short += _hit(others, np.uint64(fewer), chance)
        over = max(_1 - short - hit, _0)
        lower = np.float32(below(gone_low, gone_high, card)) * share
        ground = np.float32(below(gone_low, gone_high, lowest)) * share
        alone = _1
        stand = _1
        for _ in range(others):
            alone *= _1 - lower
            stand *= _1 - ground
        twice = others + others
        wait = _hit(twice, room, chance) * (stake + np.float32(room) * mean) * tenth
        follower = next_above(mine_low, mine_high, card)
        tail = follower < above
        step = np.float32(between(gone_low, gone_high, card, follower)) * share if tail else _0
        space = room - _ONE if room > _NONE else limit - _ONE
        pile = stake + heads if room > _NONE else heads
        follow = _hit(others, space, step) * (pile + np.float32(space) * mean) * tenth if tail else _0
        ahead = next_below(mine_low, mine_high, card)
        head = (not low) & (ahead > near)
        under_last = _NONE
        under_row = _NONE
        for other in range(plan.rows):
            last = np.uint64(board[LAST + other * LANES + at + lane])
            if (last < near) & (last > under_last):
                under_last = last
                under_row = np.uint64(other)
        orphan = _0
        under = under_last > _NONE
        spot = under_row * LANES + at + lane
        held = np.uint64(board[COUNT + spot])
        free = limit - held if held < limit else _NONE
        if head:
            if not under:
                orphan = np.float32(cheap) * tenth
            else:
                reach = np.float32(between(gone_low, gone_high, under_last, ahead)) * share
                heap = np.float32(board[COST + spot]) + np.float32(free) * mean
                orphan = _hit(twice, free, reach) * heap * tenth
        still = _1
        for _ in range(others):
            still *= _1 - chance
        rate = share * np.float32(others) * np.float32(hand)
        passing = rate * np.float32(between(gone_low, gone_high, card, above))
        downward = rate * np.float32(between(gone_low, gone_high, under_last, near)) if under else _0
        flood = threat * np.float32(hand)
        fuse = step * np.float32(others)
        placed = _0 if low else _1
        misfit = _1 - placed
        cheapest = np.float32(cheap) * tenth
        x = INPUTS + lane
        work[x] = misfit
        work[x + TILE] = placed * min(np.float32(gap) * np.float32(0.03125), _1)
        work[x + TILE * np.uint64(2)] = placed / np.float32(max(gap, _ONE))
        work[x + TILE * np.uint64(3)] = placed * (threat / (_1 + threat))
        work[x + TILE * np.uint64(4)] = placed * hit
        work[x + TILE * np.uint64(5)] = placed * (hit * (stake + np.float32(room) * mean) * tenth)
        work[x + TILE * np.uint64(6)] = placed * over
        work[x + TILE * np.uint64(7)] = placed * (_1 if room == _NONE else _0)
        work[x + TILE * np.uint64(8)] = placed * (np.float32(room) / np.float32(max(limit, _ONE)))
        work[x + TILE * np.uint64(9)] = placed * (_1 if room == _ONE else _0)
        work[x + TILE * np.uint64(10)] = placed * stake * tenth
        work[x + TILE * np.uint64(11)] = cheapest
        work[x + TILE * np.uint64(12)] = heads / np.float32(7.0)
        work[x + TILE * np.uint64(13)] = np.float32(own_below) / np.float32(max(hand - _ONE, _ONE))
        work[x + TILE * np.uint64(14)] = placed * np.float32(own_inside) * quarter
        work[x + TILE * np.uint64(15)] = np.float32(own_behind) * quarter
        work[x + TILE * np.uint64(16)] = np.float32(hand) * tenth
        work[x + TILE * np.uint64(17)] = _1 if hand <= _TWO else _0
        work[x + TILE * np.uint64(18)] = np.float32(others) / np.float32(9.0)
        work[x + TILE * np.uint64(19)] = min(np.float32(others * left) * share, _1)
        work[x + TILE * np.uint64(20)] = _1 - stand
        work[x + TILE * np.uint64(21)] = alone
        work[x + TILE * np.uint64(22)] = np.float32(own_low) / np.float32(hand)
        work[x + TILE * np.uint64(23)] = misfit * cheapest
        work[x + TILE * np.uint64(24)] = np.float32(table) / np.float32(plan.rows) * tenth
        work[x + TILE * np.uint64(25)] = np.float32(fulls) / np.float32(plan.rows)
        work[x + TILE * np.uint64(26)] = _1 if plan.both else _0
        work[x + TILE * np.uint64(27)] = np.float32(card) / np.float32(size)
        work[x + TILE * np.uint64(28)] = (
            np.float32(between(gone_low, gone_high, card, above)) * share * np.float32(others)
        )
        work[x + TILE * np.uint64(29)] = mean * quarter
        work[x + TILE * np.uint64(30)] = (
            np.float32(between(mine_low, mine_high, card, lowest)) * quarter if card < lowest else _0
        )
        work[x + TILE * np.uint64(31)] = np.float32(plan.rows) * tenth
        work[x + TILE * np.uint64(32)] = placed * wait
        work[x + TILE * np.uint64(33)] = follow
        work[x + TILE * np.uint64(34)] = _1 if tail else _0
        work[x + TILE * np.uint64(35)] = orphan
        work[x + TILE * np.uint64(36)] = _1 if head else _0
        work[x + TILE * np.uint64(37)] = placed * (flood / (_1 + flood))
        work[x + TILE * np.uint64(38)] = placed * still
        work[x + TILE * np.uint64(39)] = fuse / (_1 + fuse)
        work[x + TILE * np.uint64(40)] = passing / (_1 + passing)
        work[x + TILE * np.uint64(41)] = _0 if under else placed
        work[x + TILE * np.uint64(42)] = downward / (_1 + downward)
        work[x + TILE * np.uint64(43)] = np.float32(free) / np.float32(limit) if under else _0
        work[x + TILE * np.uint64(44)] = _1 if under and free == _NONE else _0
        work[x + TILE * np.uint64(45)] = np.float32(board[COST + spot]) * tenth if under else _0
        upper = above <= size
        higher = above_row * LANES + at + lane
        full_up = np.float32(limit) - np.float32(board[COUNT + higher])
        work[x + TILE * np.uint64(46)] = full_up / np.float32(limit) if upper else _0
        work[x + TILE * np.uint64(47)] = np.float32(board[COST + higher]) * tenth if upper else _0
