"""Drafts in lanes: what a policy is told of each open card, who picks what, and the round that follows.

Everything in a draft is public: the features tell of the open cards, of the own picks and of everybody
else's. Cards are kept as words of bits, as in `sets`; where they lie, `layout.OPEN` says. All lanes of a
block have made the same number of picks, and the same seat picks next in all of them.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.chance import DECISIONS, chance
from sixth.sim.engine.compiler import compiled, ones, zeros_below
from sixth.sim.engine.lanes import lay
from sixth.sim.engine.layout import HEADS_MASK, HEADS_SHIFT, LANES, OPEN, Bytes, Index, Plan, Words
from sixth.sim.policy.card_sets import below, high_word, low_word, next_above, next_below
from sixth.sim.policy.network import ANSWER, INPUTS, LOGITS, PICK_INPUTS, TILE, Floats, evaluate
from sixth.sim.search.playouts import NOBODY, PICKS, Block, mix, noise, play_on, see

PICK_FEATURES: Final = (
    "number: the card, as a share of the deck",
    "heads: heads of the card, in 7ths",
    "down: 1 / distance to the closest own card below, 0 if there is none",
    "up: 1 / distance to the closest own card above, 0 if there is none",
    "lower: own cards that are lower, of a whole hand",
    "higher: own cards that are higher, of a whole hand",
    "foes below: cards that others have picked among the eight next lower ones, in 8ths",
    "foes above: the same among the eight next higher ones",
    "open below: open cards among the eight next lower ones, in 8ths",
    "open above: the same among the eight next higher ones",
    "stay: share of the open cards that will start rows",
    "under: share of the other open cards that are lower",
    "others: other seats, in 9ths",
    "ends: 1 where cards may go to the left of a row too",
    "rows: rows, in 10ths",
    "limit: cards a row holds, in 10ths, at most 1",
)
"""The inputs of the pick network, in order."""
assert len(PICK_FEATURES) == PICK_INPUTS

NONE: Final = np.zeros(0, dtype=np.uint8)
"""No picks that are forced."""

ASKED: Final = TILE * np.uint64(2)
"""In `Block.sets`, by lane of a tile: the card that is asked about; before it, the open cards after that."""

_PICKS: Final = np.uint64(0xA0761D6478BD642F)
"""Mixed into the seed, so that the luck of picks has nothing to do with that of plays."""
_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_NEAR: Final = np.uint64(8)
_HALF: Final = np.uint64(32)
_64: Final = np.uint64(64)
_LEAST: Final = np.float32(-1e30)


class PickMoment(NamedTuple):
    """A draft when a seat is asked to pick. Seats count only those that are in the game."""

    seat: np.uint64
    made: np.uint64
    """Picks made by all."""
    sets: Words
    """By seat two words, low and high: what it has picked; after the last seat the open cards."""


# ------------------------------------------------------------------ sets


@compiled
def lay_open(b: Block, plan: Plan) -> None:
    """Begin a draft in all lanes: the deck lies open, nobody has picked."""
    size = np.uint64(plan.keys.size) + _ONE
    b.hands[:] = _ZERO
    b.hands[OPEN : OPEN + LANES] = low_word(size) & ~_ONE
    b.hands[OPEN + LANES : OPEN + LANES + LANES] = high_word(size)


@compiled
def set_draft(b: Block, moment: PickMoment, plan: Plan) -> None:
    """Every lane is at the same moment of a draft."""
    for seat in range(plan.seats + _ONE):
        at = OPEN if seat == plan.seats else (seat + seat) * LANES
        b.hands[at : at + LANES] = moment.sets[seat + seat]
        b.hands[at + LANES : at + LANES + LANES] = moment.sets[seat + seat + _ONE]


@compiled
def take_open(b: Block, seat: Index, lane: Index, card: np.uint64) -> None:
    """`seat` picks `card` in `lane`."""
    word = _ZERO if card < _64 else LANES
    bit = _ONE << (card & np.uint64(63))
    b.hands[OPEN + word + lane] &= ~bit
    b.hands[(seat + seat) * LANES + word + lane] |= bit


@compiled
def nth(low: np.uint64, high: np.uint64, number: np.uint64) -> np.uint64:
    """Card number `number` (from 0, ascending) of a set that has so many."""
    word = low
    start = _ZERO
    if number >= ones(low):
        number -= ones(low)
        word = high
        start = _64
    for _ in range(number):
        word &= word - _ONE
    return start + zeros_below(word)


@compiled
def _open_up(b: Block, at: Index) -> None:
    """Begin to go through the open cards of the tile at lane `at`."""
    for lane in range(TILE):
        b.sets[lane] = b.hands[OPEN + at + lane]
        b.sets[TILE + lane] = b.hands[OPEN + LANES + at + lane]


@compiled
def _next_open(sets: Words) -> None:
    """Ask about the next higher open card of each lane."""
    for lane in range(TILE):
        low = sets[lane]
        high = sets[TILE + lane]
        in_low = low != _ZERO
        word = low if in_low else high
        sets[ASKED + lane] = zeros_below(word) + (_ZERO if in_low else _64)
        rest = word & (word - _ONE)
        sets[lane] = rest if in_low else low
        sets[TILE + lane] = high if in_low else rest


# ------------------------------------------------------------------ picks


@compiled
def pick_features(work: Floats, sets: Words, hands: Words, plan: Plan, seat: Index, at: Index) -> None:
    """Write what is known of the asked cards for `seat`, in the tile at lane `at`, to `INPUTS`."""
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
        top = card + _NEAR + _ONE
        lower = below(own_low, own_high, card)
        under = below(open_low, open_high, card)
        count = ones(open_low) + ones(open_high)
        open_down = under - below(open_low, open_high, bottom)
        open_up = below(open_low, open_high, top) - under - _ONE
        own_down = lower - below(own_low, own_high, bottom)
        own_up = below(own_low, own_high, top) - lower
        # Of the neighbours, whatever is neither open nor own, somebody else has picked.
        foes_down = min(_NEAR, card - _ONE) - open_down - own_down
        foes_up = min(_NEAR, size - card) - open_up - own_up
        down = next_below(own_low, own_high, card)
        up = next_above(own_low, own_high, card)
        heads = (plan.keys[card - _ONE] >> HEADS_SHIFT) & HEADS_MASK
        x = INPUTS + lane
        work[x] = np.float32(card) / np.float32(size)
        work[x + TILE] = np.float32(heads) / np.float32(7.0)
        work[x + TILE * np.uint64(2)] = _1 / np.float32(card - down) if down > _ZERO else _0
        work[x + TILE * np.uint64(3)] = _1 / np.float32(up - card) if up <= size else _0
        work[x + TILE * np.uint64(4)] = np.float32(lower) / hand
        work[x + TILE * np.uint64(5)] = np.float32(ones(own_low) + ones(own_high) - lower) / hand
        work[x + TILE * np.uint64(6)] = np.float32(foes_down) * eighth
        work[x + TILE * np.uint64(7)] = np.float32(foes_up) * eighth
        work[x + TILE * np.uint64(8)] = np.float32(open_down) * eighth
        work[x + TILE * np.uint64(9)] = np.float32(open_up) * eighth
        work[x + TILE * np.uint64(10)] = np.float32(plan.rows) / np.float32(count)
        work[x + TILE * np.uint64(11)] = np.float32(under) / np.float32(max(count - _ONE, _ONE))
        work[x + TILE * np.uint64(12)] = np.float32(plan.seats - _ONE) / np.float32(9.0)
        work[x + TILE * np.uint64(13)] = _1 if plan.both else _0
        work[x + TILE * np.uint64(14)] = np.float32(plan.rows) * np.float32(0.1)
        work[x + TILE * np.uint64(15)] = min(np.float32(plan.limit) * np.float32(0.1), _1)


@compiled
def open_cards(b: Block, lane: Index) -> np.uint64:
    """How many cards lie open in `lane`."""
    return ones(b.hands[OPEN + lane]) + ones(b.hands[OPEN + LANES + lane])


@compiled
def pick_logits(b: Block, net: Floats, plan: Plan, seat: Index, at: Index) -> None:
    """What `net` says of each open card, ascending, for the tile at lane `at`: to `LOGITS`."""
    _open_up(b, at)
    for number in range(open_cards(b, at)):
        _next_open(b.sets)
        pick_features(b.work, b.sets, b.hands, plan, seat, at)
        evaluate(b.work, net, PICK_INPUTS)
        to = LOGITS + number * TILE
        for lane in range(TILE):
            b.work[to + lane] = b.work[ANSWER + lane]


@compiled
def pick(
    b: Block, net: Floats, plan: Plan, seat: Index, number: Index, seed: np.uint64, games: Index
) -> None:
    """`seat` makes pick `number` (of all, from 0) by `net`, in the tiles of the first `games` lanes."""
    chosen = np.empty(TILE, dtype=np.uint64)
    for at in range(_ZERO, games, TILE):
        pick_logits(b, net, plan, seat, at)
        _open_up(b, at)
        b.best[at : at + TILE] = _LEAST
        for order in range(open_cards(b, at)):
            _next_open(b.sets)
            for lane in range(TILE):
                bits = chance(seed ^ _PICKS, b.worlds[at + lane], DECISIONS + number)
                card = b.sets[ASKED + lane]
                care = b.care[seat * LANES + at + lane]
                value = care * b.work[LOGITS + order * TILE + lane] + noise(bits, card)
                best = b.best[at + lane]
                better = value > best
                b.best[at + lane] = value if better else best
                chosen[lane] = card if better else chosen[lane]
        for lane in range(TILE):
            take_open(b, seat, at + lane, chosen[lane])


@compiled
def pick_any(b: Block, seat: Index, number: Index, seed: np.uint64, games: Index) -> None:
    """`seat` makes pick `number` at random, in the first `games` lanes."""
    for lane in range(games):
        bits = chance(seed ^ _PICKS, b.worlds[lane], DECISIONS + number)
        which = ((bits >> _HALF) * open_cards(b, lane)) >> _HALF
        take_open(b, seat, lane, nth(b.hands[OPEN + lane], b.hands[OPEN + LANES + lane], which))


@compiled
def pick_on(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    seed: np.uint64,
    games: Index,
    picker: Index,
    made: Index,
    until: Index,
    forced: Bytes,
) -> None:
    """Make picks `made` … `until` - 1 in `games` lanes, `picker` first; seat s picks by row who[s] of
    `players`, or at random without any.

    `forced`, if not empty, says which card each of all lanes picks first.
    """
    for number in range(made, until):
        seat = (picker + (number - made)) % plan.seats
        if number == made and forced.size > 0:
            for lane in range(LANES):
                take_open(b, seat, lane, np.uint64(forced[lane]))
        elif players.shape[0] > 0:
            pick(b, players[who[seat], PICKS:], plan, seat, number, seed, games)
        else:
            pick_any(b, seat, number, seed, games)


# ------------------------------------------------------------------ the round after them


@compiled
def deal_out(b: Block, plan: Plan, games: Index) -> None:
    """The draft is over: picked cards become hands, ascending, and open cards rows; the round can begin."""
    for owner in range(plan.seats + _ONE):
        rows = owner == plan.seats
        at = OPEN if rows else (owner + owner) * LANES
        start = (plan.turns * plan.seats if rows else np.uint64(owner)) * LANES
        step = LANES if rows else plan.seats * LANES
        for lane in range(games):
            low = b.hands[at + lane]
            high = b.hands[at + LANES + lane]
            to = start + lane
            for number in range(ones(low) + ones(high)):
                b.cards[to + number * step] = plan.keys[nth(low, high, _ZERO) - _ONE]
                high = high if low != _ZERO else high & (high - _ONE)
                low &= low - _ONE if low != _ZERO else _ZERO
    lay(b.board, b.cards, plan)
    b.seen[:] = _ZERO
    for row in range(plan.rows):
        see(b, (plan.turns * plan.seats + row) * LANES)


@compiled
def draft_on(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    seed: np.uint64,
    games: Index,
    picker: Index,
    made: Index,
    forced: Bytes,
    wanted: Bytes,
) -> None:
    """From pick `made` to the end of the round, as `pick_on` and then `playing.play_on` (`wanted`: LANES
    bytes of any value) do."""
    pick_on(b, players, who, plan, seed, games, picker, made, plan.turns * plan.seats, forced)
    deal_out(b, plan, games)
    if players.shape[0] == 0:
        # Without players cards are played as they lie.
        for seat in range(plan.seats):
            mix(b, plan, seat, _ZERO, plan.turns, seed, games)
    play_on(b, players, who, plan, seed, games, _ZERO, plan.turns, NOBODY, NOBODY, wanted)


@compiled
def pick_opinion(b: Block, player: Floats, plan: Plan, moment: PickMoment, values: Floats) -> None:
    """Write what `player` says of each open card, ascending, to `values`."""
    set_draft(b, moment, plan)
    pick_logits(b, player[PICKS:], plan, moment.seat, _ZERO)
    for number in range(np.uint64(values.size)):
        values[number] = b.work[LOGITS + number * TILE]
