"""Drafts in lanes: picks, and the round that follows.

`b` is the block of games. Cards are kept as sets (see `card_sets`); where they lie, `layout.OPEN` says. All
lanes of a block have made the same number of picks, and the same seat picks next in all of them.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.chance import DECISIONS, chance
from sixth.sim.engine.compiler import compiled, ones, zeros_below
from sixth.sim.engine.lanes import lay
from sixth.sim.engine.layout import HALF, LANES, ONE, OPEN, ZERO, Index, Plan, Words
from sixth.sim.policy.architecture import PICKS
from sixth.sim.policy.block import Block, Hand
from sixth.sim.policy.card_sets import high_word, low_word
from sixth.sim.policy.network import ANSWER, LOGITS, PICK_INPUTS, TILE, Floats, evaluate
from sixth.sim.policy.pick_features import ASKED, pick_features
from sixth.sim.search.playouts import NOBODY, Lineup, Moment, noise, play_on, see, shuffle_hand

_PICKS: Final = np.uint64(0xA0761D6478BD642F)
"""Mixed into the seed, so that the luck of picks has nothing to do with that of plays."""
_64: Final = np.uint64(64)
_LEAST: Final = np.float32(-1e30)


class DraftObservation(NamedTuple):
    """A draft when a seat is asked to pick. Seats are counted among those that are in the game."""

    seat: np.uint64
    """The seat that is asked."""
    made: np.uint64
    """Picks made by all seats together."""
    sets: Words
    """uint64, two words (low, high) a set: by seat what it has picked; after the last seat the open cards."""


class DraftMoment(NamedTuple):
    """From where a draft goes on."""

    picker: np.uint64
    """The seat that picks next."""
    made: np.uint64
    """Picks made by all seats together."""
    forced: bool
    """Whether the next pick is that of `Block.forced`, in each lane."""


# ------------------------------------------------------------------ sets


@compiled
def lay_open(b: Block, plan: Plan) -> None:
    """Begin a draft in all lanes: the deck lies open, nobody has picked."""
    size = np.uint64(plan.keys.size) + ONE
    b.hands[:] = ZERO
    b.hands[OPEN : OPEN + LANES] = low_word(size) & ~ONE
    b.hands[OPEN + LANES : OPEN + LANES + LANES] = high_word(size)


@compiled
def set_draft(b: Block, observation: DraftObservation, plan: Plan) -> None:
    """Bring every lane to the observed moment of a draft."""
    for seat in range(plan.seats + ONE):
        at = OPEN if seat == plan.seats else (seat + seat) * LANES
        b.hands[at : at + LANES] = observation.sets[seat + seat]
        b.hands[at + LANES : at + LANES + LANES] = observation.sets[seat + seat + ONE]


@compiled
def take_open(hands: Words, seat: Index, lane: Index, card: np.uint64) -> None:
    """Let `seat` pick `card` in `lane`; `hands` is `Block.hands`."""
    word = ZERO if card < _64 else LANES
    bit = ONE << (card & np.uint64(63))
    hands[OPEN + word + lane] &= ~bit
    hands[(seat + seat) * LANES + word + lane] |= bit


@compiled
def nth(low: np.uint64, high: np.uint64, number: np.uint64) -> np.uint64:
    """Return card number `number` (from 0, ascending) of the set (low, high), which has that many."""
    word = low
    start = ZERO
    if number >= ones(low):
        number -= ones(low)
        word = high
        start = _64
    for _ in range(number):
        word &= word - ONE
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
        in_low = low != ZERO
        word = low if in_low else high
        sets[ASKED + lane] = zeros_below(word) + (ZERO if in_low else _64)
        rest = word & (word - ONE)
        sets[lane] = rest if in_low else low
        sets[TILE + lane] = high if in_low else rest


# ------------------------------------------------------------------ picks


@compiled
def open_cards(hands: Words, lane: Index) -> np.uint64:
    """Return how many cards lie open in `lane`; `hands` is `Block.hands`."""
    return ones(hands[OPEN + lane]) + ones(hands[OPEN + LANES + lane])


@compiled
def pick_logits(b: Block, net: Floats, plan: Plan, seat: Index, at: Index) -> None:
    """Write the logit of each open card, ascending, to the strips at `LOGITS`, for the tile at lane `at`.

    `net` is float32: the network of picks of a player, whose seat is `seat`.
    """
    _open_up(b, at)
    for number in range(open_cards(b.hands, at)):
        _next_open(b.sets)
        pick_features(b, plan, seat, at)
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
    for at in range(ZERO, games, TILE):
        pick_logits(b, net, plan, seat, at)
        _open_up(b, at)
        b.best[at : at + TILE] = _LEAST
        for order in range(open_cards(b.hands, at)):
            _next_open(b.sets)
            for lane in range(TILE):
                bits = chance(seed ^ _PICKS, b.streams[at + lane], DECISIONS + number)
                card = b.sets[ASKED + lane]
                inverse_temperature = b.inverse_temperature[seat * LANES + at + lane]
                value = inverse_temperature * b.work[LOGITS + order * TILE + lane] + noise(bits, card)
                best = b.best[at + lane]
                better = value > best
                b.best[at + lane] = value if better else best
                chosen[lane] = card if better else chosen[lane]
        for lane in range(TILE):
            take_open(b.hands, seat, at + lane, chosen[lane])


@compiled
def pick_any(b: Block, seat: Index, number: Index, seed: np.uint64, games: Index) -> None:
    """`seat` makes pick `number` at random, in the first `games` lanes."""
    for lane in range(games):
        bits = chance(seed ^ _PICKS, b.streams[lane], DECISIONS + number)
        which = ((bits >> HALF) * open_cards(b.hands, lane)) >> HALF
        take_open(b.hands, seat, lane, nth(b.hands[OPEN + lane], b.hands[OPEN + LANES + lane], which))


@compiled
def pick_on(
    b: Block, lineup: Lineup, plan: Plan, seed: np.uint64, games: Index, moment: DraftMoment, until: Index
) -> None:
    """Make the picks of a draft from `moment` to pick `until` - 1 (of all, from 0)."""
    picker, made, forced = moment
    for number in range(made, until):
        seat = (picker + (number - made)) % plan.seats
        if number == made and forced:
            for lane in range(LANES):
                take_open(b.hands, seat, lane, np.uint64(b.forced[lane]))
        elif lineup.players.shape[0] > 0:
            pick(b, lineup.players[lineup.who[seat], PICKS:], plan, seat, number, seed, games)
        else:
            pick_any(b, seat, number, seed, games)


# ------------------------------------------------------------------ the round after them


@compiled
def deal_out(b: Block, plan: Plan, games: Index) -> None:
    """End the draft: picked cards become hands, ascending, and open cards the rows of the round."""
    for owner in range(plan.seats + ONE):
        rows = owner == plan.seats
        at = OPEN if rows else (owner + owner) * LANES
        start = (plan.turns * plan.seats if rows else np.uint64(owner)) * LANES
        step = LANES if rows else plan.seats * LANES
        for lane in range(games):
            low = b.hands[at + lane]
            high = b.hands[at + LANES + lane]
            to = start + lane
            for number in range(ones(low) + ones(high)):
                b.cards[to + number * step] = plan.keys[nth(low, high, ZERO) - ONE]
                high = high if low != ZERO else high & (high - ONE)
                low &= low - ONE if low != ZERO else ZERO
    lay(b.board, b.cards, plan)
    b.seen[:] = ZERO
    for row in range(plan.rows):
        see(b, (plan.turns * plan.seats + row) * LANES)


@compiled
def draft_on(
    b: Block, lineup: Lineup, plan: Plan, seed: np.uint64, games: Index, moment: DraftMoment
) -> None:
    """Play a draft from `moment` to the end of its round, as `pick_on` and then `play_on` do."""
    pick_on(b, lineup, plan, seed, games, moment, plan.turns * plan.seats)
    deal_out(b, plan, games)
    if lineup.players.shape[0] == 0:
        # Without players cards are played as they lie.
        for seat in range(plan.seats):
            shuffle_hand(b, plan, Hand(seat, ZERO, plan.turns), seed, games)
    play_on(b, lineup, plan, seed, games, Moment(ZERO, NOBODY, NOBODY), plan.turns)
