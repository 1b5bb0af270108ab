"""Worlds: whole deals that agree with all that a seat has seen, drawn evenly and then weighed.

A `Moment` is what the seat knows, as kernels read it. A world is a column of `cards`: strip turn · seats +
seat holds the card that the seat played in that turn or, from the present turn on, some card of its hand.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine.chance import chance, mixed
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.custom_policy import hand_end
from sixth.sim.engine.layout import (
    CARD_SHIFT,
    COST,
    COUNT,
    FIRST,
    LANES,
    LAST,
    SCORE,
    SEAT_MASK,
    Bytes,
    Index,
    Keys,
    Plan,
    Words,
)
from sixth.sim.policy.card_sets import high_bit, low_bit
from sixth.sim.policy.network import TILE, Floats
from sixth.sim.search.playouts import NOBODY, Block, opinions

Doubles: TypeAlias = NDArray[np.float64]

_TRIES: Final = np.uint64(4)
"""Hands that a seat draws at most before it keeps its own."""
_11: Final = np.uint64(11)
_EVEN: Final = 2.0**-53
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_HALF: Final = np.uint64(32)
_LOW32: Final = np.uint64(0xFFFFFFFF)


class Moment(NamedTuple):
    """What a seat knows of a round, when it is asked. Seats count only those that are in the game."""

    seat: np.uint64
    turn: np.uint64
    place: np.uint64
    """Cards of this turn that are placed already, or `NOBODY` before they are revealed."""
    tables: Bytes
    """The table before each turn up to the present one: turn × (last, first, count, heads) × row."""
    seen: Words
    """By turn, two words: the cards that everybody had seen before it."""
    heads: Bytes
    """Taken by each seat this round."""
    known: Keys
    """By strip: the card, where it is known, else 0."""
    hidden: Keys
    """The cards that the strips of 0 may hold, in any order."""


@compiled
def draw(worlds: Keys, moment: Moment, seed: np.uint64) -> None:
    """Fill `worlds` (strips × worlds): every way to deal the hidden cards is as likely as any other."""
    strips = np.uint64(worlds.shape[0])
    size = np.uint64(moment.hidden.size)
    cards = moment.hidden.copy()
    for world in range(np.uint64(worlds.shape[1])):
        drawn = _ZERO
        for strip in range(strips):
            key = moment.known[strip]
            if key == 0:
                bits = chance(seed, world, drawn)
                other = drawn + (((bits & _LOW32) * (size - drawn)) >> _HALF)
                key = cards[other]
                cards[other] = cards[drawn]
                cards[drawn] = key
                drawn += _ONE
            worlds[strip, world] = key


@compiled
def set_table(b: Block, moment: Moment, plan: Plan, turn: Index) -> None:
    """Every lane has the table as it was before `turn`."""
    for row in range(plan.rows):
        at = row * LANES
        b.board[LAST + at : LAST + at + LANES] = moment.tables[turn, 0, row]
        b.board[FIRST + at : FIRST + at + LANES] = moment.tables[turn, 1, row]
        b.board[COUNT + at : COUNT + at + LANES] = moment.tables[turn, 2, row]
        b.board[COST + at : COST + at + LANES] = moment.tables[turn, 3, row]
    b.seen[:LANES] = moment.seen[turn, 0]
    b.seen[LANES:] = moment.seen[turn, 1]


@compiled
def set_heads(b: Block, moment: Moment, plan: Plan) -> None:
    """Every lane has the heads that each seat has taken."""
    for seat in range(plan.seats):
        at = SCORE + seat * LANES
        b.board[at : at + LANES] = moment.heads[seat]


@compiled
def likelihoods(
    b: Block,
    players: Floats,
    whose: Words,
    cares: Floats,
    plan: Plan,
    moment: Moment,
    worlds: Keys,
    likely: Doubles,
) -> None:
    """To `likely` (seats × manners × worlds): the log chance that a seat of a manner plays as it has played.

    Manner m follows row whose[m] of `players` with care cares[m]. Its own plays tell a seat nothing, so they
    are left out.
    """
    likely[:] = 0.0
    liked = np.empty((np.uint64(players.shape[0]), plan.turns * TILE), dtype=np.float32)
    count = np.uint64(worlds.shape[1])
    for start in range(_ZERO, count, LANES):
        games = min(LANES, count - start)
        for strip in range(np.uint64(worlds.shape[0])):
            to: Index = strip
            if moment.place != NOBODY and strip // plan.seats == moment.turn:
                # Revealed cards stand in the order in which they are placed; back to their seats.
                to = moment.turn * plan.seats + np.uint64(worlds[strip, start] & SEAT_MASK)
            b.cards[to * LANES : to * LANES + games] = worlds[strip, start : start + games]
        for turn in range(moment.turn):
            end = hand_end(plan, turn)
            set_table(b, moment, plan, turn)
            for seat in range(plan.seats):
                if seat != moment.seat:
                    for at in range(_ZERO, games, TILE):
                        opinions(b, players, liked, plan, turn, end, seat, at)
                        lanes = min(TILE, games - at)
                        for manner in range(np.uint64(whose.size)):
                            of = liked[whose[manner]]
                            _add(of, cares[manner], likely[seat, manner, start + at :], end - turn, lanes)


@compiled
def _add(liked: Floats, care: np.float32, likely: Doubles, hand: Index, lanes: Index) -> None:
    """Add the log chance of the first card of the hand."""
    for lane in range(lanes):
        top = care * liked[lane]
        for slot in range(hand):
            top = max(top, care * liked[slot * TILE + lane])
        total = 0.0
        for slot in range(hand):
            total += np.exp(care * liked[slot * TILE + lane] - top)
        likely[lane] += care * liked[lane] - top - np.log(total)


@compiled
def mingle(
    worlds: Keys,
    moment: Moment,
    plan: Plan,
    chances: Doubles,
    sweeps: Index,
    seed: np.uint64,
    origins: Words,
    mingled: Keys,
) -> None:
    """New worlds whose hands come from different ones of `worlds`: to `mingled` (strips × new worlds).

    How a seat has played depends on its own hand alone. So where few whole worlds are likely, there are many
    likely hands of each seat. `chances` (seats × worlds) sums up how likely each seat's hand is, from the
    first world on; `origins` (seats × new worlds) says which world each hand comes from, at first and at
    the end.
    A Gibbs sampler: seat after seat draws a hand by its chances, and has it where it fits to all the others'.
    """
    first = moment.turn + (_ZERO if moment.place == NOBODY else _ONE)
    end = max(first, hand_end(plan, moment.turn))
    seats, count = plan.seats, np.uint64(worlds.shape[1])
    hands = np.zeros((2, seats, count), dtype=np.uint64)
    for seat in range(seats):
        for strip in range(first * seats + seat, end * seats, seats):
            for world in range(count):
                card = np.uint64(worlds[strip, world] >> CARD_SHIFT)
                hands[0, seat, world] |= low_bit(card)
                hands[1, seat, world] |= high_bit(card)
    held = np.empty(2, dtype=np.uint64)
    for new in range(np.uint64(mingled.shape[1])):
        held[:] = _ZERO
        for seat in range(seats):
            held |= hands[:, seat, origins[seat, new]]
        bits = chance(seed, new, _ZERO)
        for _ in range(sweeps):
            for seat in range(seats):
                own = hands[:, seat, origins[seat, new]]
                for _try in range(_TRIES):
                    bits = mixed(bits + _ONE)
                    drawn = np.float64(bits >> _11) * _EVEN * chances[seat, count - _ONE]
                    other = min(np.uint64(np.searchsorted(chances[seat], drawn)), count - _ONE)
                    low, high = hands[0, seat, other], hands[1, seat, other]
                    if (low & held[0] & ~own[0]) | (high & held[1] & ~own[1]) == _ZERO:
                        held[0] = (held[0] & ~own[0]) | low
                        held[1] = (held[1] & ~own[1]) | high
                        origins[seat, new] = other
                        break
        for strip in range(np.uint64(worlds.shape[0])):
            origin = origins[strip % seats, new] if first * seats <= strip < end * seats else _ZERO
            mingled[strip, new] = worlds[strip, origin]
        _deal_rest(mingled[:, new], moment, end * seats, held, bits)


@compiled
def _deal_rest(world: Keys, moment: Moment, begin: Index, held: Words, bits: np.uint64) -> None:
    """Hidden cards that are dealt later in the round, to the strips from `begin` on: any that nobody has."""
    cards = moment.hidden.copy()
    size, drawn = np.uint64(cards.size), _ZERO
    for strip in range(begin, np.uint64(world.size)):
        while moment.known[strip] == 0:
            bits = mixed(bits + _ONE)
            other = drawn + (((bits & _LOW32) * (size - drawn)) >> _HALF)
            key = cards[other]
            cards[other] = cards[drawn]
            drawn += _ONE
            card = np.uint64(key >> CARD_SHIFT)
            if (held[0] & low_bit(card)) | (held[1] & high_bit(card)) == _ZERO:
                world[strip] = key
                break
