"""Worlds: whole deals that agree with all that a seat has seen, drawn evenly and then weighed.

A `Moment` is what the seat knows, as kernels read it. A world is a column of `cards`: strip turn · seats +
seat holds the card that the seat played in that turn or, from the present turn on, some card of its hand.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.sim.chance import chance
from sixth.sim.compiled import compiled
from sixth.sim.layout import (
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
from sixth.sim.network import LOGITS, TILE, Floats
from sixth.sim.playing import CARD_NET, NOBODY, Block, logits
from sixth.sim.policy import hand_end

Doubles: TypeAlias = NDArray[np.float64]

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
    b: Block, player: Floats, plan: Plan, moment: Moment, worlds: Keys, cares: Floats, likely: Doubles
) -> None:
    """To `likely` (seats × cares × worlds): the log chance that a seat with that care plays as it has played.

    Its own plays tell a seat nothing, so they are left out.
    """
    net = player[:CARD_NET]
    likely[:] = 0.0
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
                        logits(b, net, plan, turn, end, seat, at)
                        _add(b.work, cares, likely, seat, end - turn, start + at, min(TILE, games - at))


@compiled
def _add(
    work: Floats, cares: Floats, likely: Doubles, seat: Index, hand: Index, start: Index, lanes: Index
) -> None:
    """Add the log chance of the first card of the hand."""
    for kind in range(cares.size):
        care = cares[kind]
        for lane in range(lanes):
            top = care * work[LOGITS + lane]
            for slot in range(hand):
                top = max(top, care * work[LOGITS + slot * TILE + lane])
            total = 0.0
            for slot in range(hand):
                total += np.exp(care * work[LOGITS + slot * TILE + lane] - top)
            likely[seat, kind, start + lane] += care * work[LOGITS + lane] - top - np.log(total)
