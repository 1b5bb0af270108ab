"""The features of the cards of a hand: numbers near 0 … 1, in lanes.

They tell only what the seat that decides knows: its own hand, the table, the cards that everybody has seen
this round (`Block.seen`) and the rules. Nothing is read of the other hands.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import LANES, ONE, Index, Plan
from sixth.sim.policy import card_notes
from sixth.sim.policy.block import Block, Hand
from sixth.sim.policy.network import TILE, Floats, feature_names, input_strips


class CardFeatures(NamedTuple):
    """Where the strips of the features of a card of a hand begin in `Block.work`.

    The order is that of the inputs of the neural network, to which files of weights hold.
    """

    low: np.uint64
    """1 if the card has no place now."""
    gap: np.uint64
    """Distance to the card it would lie beside, in 32nds, at most 1."""
    near: np.uint64
    """1 / gap."""
    threat: np.uint64
    """Cards expected from others into the gap, t / (1 + t)."""
    hit: np.uint64
    """Chance that exactly as many come as make the card take the row."""
    pain: np.uint64
    """Hit times the heads it would then take, in 10ths."""
    over: np.uint64
    """Chance that more come than that, so that somebody else takes the row before."""
    full: np.uint64
    """1 if the row is full."""
    room: np.uint64
    """Cards that the row still holds, of its limit."""
    one: np.uint64
    """1 if exactly one more fits."""
    cost: np.uint64
    """Heads of the row, in 10ths."""
    cheap: np.uint64
    """Heads of the cheapest row, in 10ths."""
    heads: np.uint64
    """Heads of the card itself, in 7ths."""
    rank: np.uint64
    """Share of the own other cards that are lower."""
    between: np.uint64
    """Own cards in the gap, in 4ths."""
    behind: np.uint64
    """Own higher cards that would go to the same row, in 4ths."""
    left: np.uint64
    """Cards in the hand, in 10ths."""
    last: np.uint64
    """1 if it is the last card or the last but one."""
    others: np.uint64
    """Other seats, in 9ths."""
    dense: np.uint64
    """Share of the unseen cards that are in hands."""
    fall: np.uint64
    """Chance that somebody else plays a card without a place."""
    first: np.uint64
    """Chance that nobody plays a lower card."""
    lows: np.uint64
    """Share of the own cards that have no place."""
    sting: np.uint64
    """Low times the heads of the cheapest row, in 10ths."""
    table: np.uint64
    """Mean heads of the rows, in 10ths."""
    fulls: np.uint64
    """Share of the rows that are full."""
    ends: np.uint64
    """1 where cards may go to the left of a row too."""
    number: np.uint64
    """The card, as a share of the deck."""
    above: np.uint64
    """Cards expected from others this turn between the card and the next last card above."""
    unseen: np.uint64
    """Mean heads of a card of the deck, in 4ths."""
    spare: np.uint64
    """Own cards that are lower than every row's last and higher than this card, in 4ths."""
    rows: np.uint64
    """Rows, in 10ths."""
    wait: np.uint64
    """The pain if it is played a turn later, as the table lies now."""
    follow: np.uint64
    """The pain of the next own card in the same row a turn later, if this one is played now."""
    tail: np.uint64
    """1 if there is such a card."""
    orphan: np.uint64
    """The pain of the next own card below in the gap a turn later, if this one is played now."""
    head: np.uint64
    """1 if there is such a card."""
    fill: np.uint64
    """Cards expected from others into the gap until the hand is empty, t / (1 + t)."""
    still: np.uint64
    """Chance that nobody plays into the gap."""
    step: np.uint64
    """Cards expected from others between this card and the next own one in the row, t / (1 + t)."""
    pass_: np.uint64
    """Cards expected from others above it in the same row until the hand is empty, t / (1 + t)."""
    drop: np.uint64
    """1 if no other row would take it, were its row gone."""
    down: np.uint64
    """Cards expected from others into the row below until the hand is empty, t / (1 + t)."""
    down_room: np.uint64
    """Cards that the row below still holds, of its limit."""
    down_full: np.uint64
    """1 if that row is full."""
    down_cost: np.uint64
    """Heads of that row, in 10ths."""
    up_room: np.uint64
    """Cards that the row above still holds, of its limit."""
    up_cost: np.uint64
    """Heads of that row, in 10ths."""


AT: Final = CardFeatures._make(input_strips(len(CardFeatures._fields)))
"""The strips of the features."""
CARD_FEATURES: Final = feature_names(CardFeatures._fields)
"""The names of the inputs of the neural network, in order."""


_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_2: Final = np.float32(2.0)


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
    others = np.float32(np.uint64(plan.seats) - ONE)
    left = np.float32(np.uint64(plan.seats - ONE) * (np.uint64(plan.turns) - np.uint64(hand.turn)))
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
        work[AT.low + lane] = misfit
        work[AT.gap + lane] = placed * min(gap * np.float32(0.03125), _1)
        work[AT.near + lane] = placed / max(gap, _1)
        work[AT.threat + lane] = placed * (threat / (_1 + threat))
        work[AT.hit + lane] = placed * hit
        work[AT.pain + lane] = placed * (hit * (stake + room * mean) * tenth)
        work[AT.over + lane] = placed * max(_1 - work[card_notes.SHORT + lane] - hit, _0)
        work[AT.full + lane] = placed * (_1 if room == _0 else _0)
        work[AT.room + lane] = placed * (room / max(limit, _1))
        work[AT.one + lane] = placed * (_1 if room == _1 else _0)
        work[AT.cost + lane] = placed * stake * tenth
        work[AT.cheap + lane] = cheapest
        work[AT.sting + lane] = misfit * cheapest
    for lane in range(TILE):
        placed = _1 - work[card_notes.LOW + lane]
        share = work[card_notes.SHARE + lane]
        work[AT.heads + lane] = work[card_notes.HEADS + lane] / np.float32(7.0)
        work[AT.rank + lane] = work[card_notes.OWN_BELOW + lane] / max(held - _1, _1)
        work[AT.between + lane] = placed * work[card_notes.OWN_INSIDE + lane] * quarter
        work[AT.behind + lane] = work[card_notes.OWN_BEHIND + lane] * quarter
        work[AT.left + lane] = held * tenth
        work[AT.last + lane] = last_two
        work[AT.others + lane] = others / np.float32(9.0)
        work[AT.dense + lane] = min(left * share, _1)
        work[AT.fall + lane] = _1 - work[card_notes.STAND + lane]
        work[AT.first + lane] = work[card_notes.ALONE + lane]
        work[AT.lows + lane] = work[card_notes.OWN_LOW + lane] / held
        work[AT.table + lane] = work[card_notes.TABLE + lane] / rows * tenth
        work[AT.fulls + lane] = work[card_notes.FULLS + lane] / rows
        work[AT.ends + lane] = both
        work[AT.number + lane] = work[card_notes.CARD + lane] / size
        work[AT.above + lane] = work[card_notes.UPON + lane] * share * others
        work[AT.unseen + lane] = mean * quarter
        work[AT.spare + lane] = work[card_notes.SPARE + lane] * quarter
        work[AT.rows + lane] = rows * tenth
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
        work[AT.wait + lane] = placed * wait
        work[AT.follow + lane] = follow if tail != _0 else _0
        work[AT.tail + lane] = tail
        work[AT.orphan + lane] = orphan if head != _0 else _0
        work[AT.head + lane] = head
        work[AT.fill + lane] = placed * (flood / (_1 + flood))
        work[AT.still + lane] = placed * work[card_notes.STILL + lane]
        work[AT.step + lane] = fuse / (_1 + fuse)
        work[AT.pass_ + lane] = passing / (_1 + passing)
        work[AT.drop + lane] = _0 if under else placed
        work[AT.down + lane] = downward / (_1 + downward)
        work[AT.down_room + lane] = free / limit if under else _0
        work[AT.down_full + lane] = _1 if under & (free == _0) else _0
        work[AT.down_cost + lane] = work[card_notes.DOWN_COST + lane] * tenth if under else _0
        upper = work[card_notes.ABOVE + lane] <= size
        work[AT.up_room + lane] = (limit - work[card_notes.UP_HELD + lane]) / limit if upper else _0
        work[AT.up_cost + lane] = work[card_notes.UP_COST + lane] * tenth if upper else _0
