"""What a policy is told of each card of a hand: numbers near 0 … 1, in lanes.

Everything here is known to the seat that decides: its own hand, the table, every card that was seen this
round (`seen`, also those taken long ago) and the rules. Nothing is read of the other hands.
"""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import LANES, Index, Plan
from sixth.sim.policy import card_notes
from sixth.sim.policy.block import Block, Hand
from sixth.sim.policy.network import INPUTS, TILE, Floats

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
"""The inputs of the neural network of cards, in order: a name, and what it means."""

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_2: Final = np.float32(2.0)
_ONE: Final = np.uint64(1)


@compiled
def card_features(b: Block, plan: Plan, hand: Hand, slot: Index, at: Index) -> None:
    """Write the features of a card of `hand` to the strips at `INPUTS` of `b.work`.

    The card is that in the strip of turn `slot`, and the tile begins at lane `at`. `card_sets.look` must have
    written the sets of the tile.
    """
    card_notes.take_notes(b, plan, (slot * plan.seats + hand.seat) * LANES + at, at)
    _write(b.work, plan, hand)


@compiled
def _write(work: Floats, plan: Plan, hand: Hand) -> None:
    """Turn the notes of a card into its features."""
    held = np.float32(hand.end - hand.turn)
    others = np.float32(np.uint64(plan.seats) - _ONE)
    left = np.float32(np.uint64(plan.seats - _ONE) * (np.uint64(plan.turns) - np.uint64(hand.turn)))
    size = np.float32(plan.keys.size)
    limit = np.float32(plan.limit)
    rows = np.float32(plan.rows)
    mean = np.float32(plan.mean_heads)
    both = _1 if plan.both else _0
    last_two = _1 if held <= _2 else _0
    tenth = np.float32(0.1)
    quarter = np.float32(0.25)
    for lane in range(TILE):
        misfit = work[card_notes.LOW + lane]
        placed = _1 - misfit
        gap = work[card_notes.GAP + lane]
        room = work[card_notes.ROOM + lane]
        stake = work[card_notes.STAKE + lane]
        hit = work[card_notes.HIT + lane]
        threat = work[card_notes.CHANCE + lane] * others
        cheapest = work[card_notes.CHEAP + lane] * tenth
        x = INPUTS + lane
        work[x] = misfit
        work[x + TILE] = placed * min(gap * np.float32(0.03125), _1)
        work[x + TILE * np.uint64(2)] = placed / max(gap, _1)
        work[x + TILE * np.uint64(3)] = placed * (threat / (_1 + threat))
        work[x + TILE * np.uint64(4)] = placed * hit
        work[x + TILE * np.uint64(5)] = placed * (hit * (stake + room * mean) * tenth)
        work[x + TILE * np.uint64(6)] = placed * max(_1 - work[card_notes.SHORT + lane] - hit, _0)
        work[x + TILE * np.uint64(7)] = placed * (_1 if room == _0 else _0)
        work[x + TILE * np.uint64(8)] = placed * (room / max(limit, _1))
        work[x + TILE * np.uint64(9)] = placed * (_1 if room == _1 else _0)
        work[x + TILE * np.uint64(10)] = placed * stake * tenth
        work[x + TILE * np.uint64(11)] = cheapest
        work[x + TILE * np.uint64(23)] = misfit * cheapest
    for lane in range(TILE):
        placed = _1 - work[card_notes.LOW + lane]
        share = work[card_notes.SHARE + lane]
        x = INPUTS + lane
        work[x + TILE * np.uint64(12)] = work[card_notes.HEADS + lane] / np.float32(7.0)
        work[x + TILE * np.uint64(13)] = work[card_notes.OWN_BELOW + lane] / max(held - _1, _1)
        work[x + TILE * np.uint64(14)] = placed * work[card_notes.OWN_INSIDE + lane] * quarter
        work[x + TILE * np.uint64(15)] = work[card_notes.OWN_BEHIND + lane] * quarter
        work[x + TILE * np.uint64(16)] = held * tenth
        work[x + TILE * np.uint64(17)] = last_two
        work[x + TILE * np.uint64(18)] = others / np.float32(9.0)
        work[x + TILE * np.uint64(19)] = min(left * share, _1)
        work[x + TILE * np.uint64(20)] = _1 - work[card_notes.STAND + lane]
        work[x + TILE * np.uint64(21)] = work[card_notes.ALONE + lane]
        work[x + TILE * np.uint64(22)] = work[card_notes.OWN_LOW + lane] / held
        work[x + TILE * np.uint64(24)] = work[card_notes.TABLE + lane] / rows * tenth
        work[x + TILE * np.uint64(25)] = work[card_notes.FULLS + lane] / rows
        work[x + TILE * np.uint64(26)] = both
        work[x + TILE * np.uint64(27)] = work[card_notes.CARD + lane] / size
        work[x + TILE * np.uint64(28)] = work[card_notes.UPON + lane] * share * others
        work[x + TILE * np.uint64(29)] = mean * quarter
        work[x + TILE * np.uint64(30)] = work[card_notes.SPARE + lane] * quarter
        work[x + TILE * np.uint64(31)] = rows * tenth
    for lane in range(TILE):
        placed = _1 - work[card_notes.LOW + lane]
        stake = work[card_notes.STAKE + lane]
        room = work[card_notes.ROOM + lane]
        space = work[card_notes.SPACE + lane]
        tail = work[card_notes.TAIL + lane]
        head = work[card_notes.HEAD + lane]
        under = work[card_notes.UNDER + lane] > _0
        free = work[card_notes.FREE + lane]
        wait = work[card_notes.WAIT + lane] * (stake + room * mean) * tenth
        pile = stake + work[card_notes.HEADS + lane] if room > _0 else work[card_notes.HEADS + lane]
        follow = work[card_notes.FOLLOW + lane] * (pile + space * mean) * tenth
        heap = work[card_notes.DOWN_COST + lane] + free * mean
        orphan = (
            work[card_notes.ORPHAN + lane] * heap * tenth if under else work[card_notes.CHEAP + lane] * tenth
        )
        rate = work[card_notes.SHARE + lane] * others * held
        flood = work[card_notes.CHANCE + lane] * others * held
        fuse = work[card_notes.STEP + lane] * others
        passing = rate * work[card_notes.UPON + lane]
        downward = rate * work[card_notes.DEPTH + lane]
        x = INPUTS + lane
        work[x + TILE * np.uint64(32)] = placed * wait
        work[x + TILE * np.uint64(33)] = follow if tail != _0 else _0
        work[x + TILE * np.uint64(34)] = tail
        work[x + TILE * np.uint64(35)] = orphan if head != _0 else _0
        work[x + TILE * np.uint64(36)] = head
        work[x + TILE * np.uint64(37)] = placed * (flood / (_1 + flood))
        work[x + TILE * np.uint64(38)] = placed * work[card_notes.STILL + lane]
        work[x + TILE * np.uint64(39)] = fuse / (_1 + fuse)
        work[x + TILE * np.uint64(40)] = passing / (_1 + passing)
        work[x + TILE * np.uint64(41)] = _0 if under else placed
        work[x + TILE * np.uint64(42)] = downward / (_1 + downward)
        work[x + TILE * np.uint64(43)] = free / limit if under else _0
        work[x + TILE * np.uint64(44)] = _1 if under & (free == _0) else _0
        work[x + TILE * np.uint64(45)] = work[card_notes.DOWN_COST + lane] * tenth if under else _0
        upper = work[card_notes.ABOVE + lane] <= size
        work[x + TILE * np.uint64(46)] = (limit - work[card_notes.UP_HELD + lane]) / limit if upper else _0
        work[x + TILE * np.uint64(47)] = work[card_notes.UP_COST + lane] * tenth if upper else _0
