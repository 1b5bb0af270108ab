"""Determinization: whole deals that agree with all that a seat has seen, drawn evenly and then weighed.

An `Observation` is what the seat knows, as kernels read it. A world is one sampled determinization, a column
of `worlds` (uint16, strips × worlds): strip turn · seats + seat is the key of the card that the seat played
in that turn or, from the present turn on, of some card of its hand.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine import layout
from sixth.sim.engine.chance import chance, mixed
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import HALF, LANES, ONE, ZERO, Bytes, Index, Keys, Plan, Words, hand_end
from sixth.sim.policy.block import Block, hand_of
from sixth.sim.policy.card_sets import high_bit, low_bit
from sixth.sim.policy.network import TILE, Floats
from sixth.sim.search.playouts import NOBODY, card_logits

Float64Array: TypeAlias = NDArray[np.float64]

_MAX_PROPOSALS: Final = np.uint64(4)
"""Hands that a seat draws at most before it keeps its own."""
_11: Final = np.uint64(11)
_UNIT: Final = 2.0**-53
"""Turns 53 random bits into a number from 0 to 1."""
_LOW32: Final = np.uint64(0xFFFFFFFF)


class Observation(NamedTuple):
    """What a seat knows of a round when it is asked. Seats are counted among those that are in the game."""

    seat: np.uint64
    """The seat that is asked."""
    turn: np.uint64
    """The present turn, from 0."""
    place: np.uint64
    """Cards of this turn that are placed already, or `NOBODY` before they are revealed."""
    tables: Bytes
    """uint8, turns × (last, first, count, heads) × rows: the table before each turn up to the present one."""
    seen: Words
    """uint64, turns × (low word, high word): the set of cards that everybody had seen before each turn."""
    heads: Bytes
    """uint8, by seat: heads taken this round."""
    known: Keys
    """uint16, by strip of a world: the card's key where the card is known, else 0."""
    hidden: Keys
    """uint16: the keys of the cards that the strips of 0 may hold, in any order."""


@compiled
def draw(worlds: Keys, observation: Observation, seed: np.uint64) -> None:
    """Fill `worlds` (strips × worlds): every way to deal the hidden cards is as likely as any other."""
    strips = np.uint64(worlds.shape[0])
    size = np.uint64(observation.hidden.size)
    cards = observation.hidden.copy()
    for world in range(np.uint64(worlds.shape[1])):
        drawn = ZERO
        for strip in range(strips):
            key = observation.known[strip]
            if key == 0:
                bits = chance(seed, world, drawn)
                other = drawn + (((bits & _LOW32) * (size - drawn)) >> HALF)
                key = cards[other]
                cards[other] = cards[drawn]
                cards[drawn] = key
                drawn += ONE
            worlds[strip, world] = key


@compiled
def set_table(b: Block, observation: Observation, plan: Plan, turn: Index) -> None:
    """Give every lane the table, and what had been seen, as they were before `turn`."""
    for row in range(plan.rows):
        at = row * LANES
        b.board[layout.LAST + at : layout.LAST + at + LANES] = observation.tables[turn, 0, row]
        b.board[layout.FIRST + at : layout.FIRST + at + LANES] = observation.tables[turn, 1, row]
        b.board[layout.COUNT + at : layout.COUNT + at + LANES] = observation.tables[turn, 2, row]
        b.board[layout.COST + at : layout.COST + at + LANES] = observation.tables[turn, 3, row]
    b.seen[:LANES] = observation.seen[turn, 0]
    b.seen[LANES:] = observation.seen[turn, 1]


@compiled
def set_heads(b: Block, observation: Observation, plan: Plan) -> None:
    """Give every lane the heads that each seat has taken this round."""
    for seat in range(plan.seats):
        at = layout.SCORE + seat * LANES
        b.board[at : at + LANES] = observation.heads[seat]


@compiled
def log_likelihoods(
    b: Block,
    players: Floats,
    player_of_type: Words,
    inverse_temperatures: Floats,
    plan: Plan,
    observation: Observation,
    worlds: Keys,
    log_likelihood: Float64Array,
) -> None:
    """Write how likely each seat, were it of each opponent type, would have played in each world as it has.

    `log_likelihood` is float64, seats × opponent types × worlds: natural logarithms. Opponent type k follows
    row player_of_type[k] (uint64) of `players` (float32, players × `PLAYER`) with the inverse temperature
    inverse_temperatures[k] (float32). The own plays tell the asking seat nothing, so it has zeros.
    """
    log_likelihood[:] = 0.0
    logits = np.empty((np.uint64(players.shape[0]), plan.turns * TILE), dtype=np.float32)
    count = np.uint64(worlds.shape[1])
    for start in range(ZERO, count, LANES):
        games = min(LANES, count - start)
        for strip in range(np.uint64(worlds.shape[0])):
            to: Index = strip
            if observation.place != NOBODY and strip // plan.seats == observation.turn:
                # Revealed cards stand in the order in which they are placed; back to their seats.
                to = observation.turn * plan.seats + np.uint64(worlds[strip, start] & layout.SEAT_MASK)
            b.cards[to * LANES : to * LANES + games] = worlds[strip, start : start + games]
        for turn in range(observation.turn):
            set_table(b, observation, plan, turn)
            for seat in range(plan.seats):
                if seat != observation.seat:
                    hand = hand_of(plan, seat, turn)
                    for at in range(ZERO, games, TILE):
                        card_logits(b, players, logits, plan, hand, at)
                        lanes = min(TILE, games - at)
                        for kind in range(np.uint64(player_of_type.size)):
                            of = logits[player_of_type[kind]]
                            _add_chosen(
                                of,
                                inverse_temperatures[kind],
                                log_likelihood[seat, kind, start + at :],
                                hand.end - turn,
                                lanes,
                            )


@compiled
def _add_chosen(
    logits: Floats, inverse_temperature: np.float32, log_likelihood: Float64Array, hand: Index, lanes: Index
) -> None:
    """Add, in the first `lanes` lanes, the log chance of the card played: the first of `hand` cards.

    `logits` is float32, cards × `TILE`; the chance is that of the softmax of inverse_temperature · logits.
    """
    for lane in range(lanes):
        top = inverse_temperature * logits[lane]
        for slot in range(hand):
            top = max(top, inverse_temperature * logits[slot * TILE + lane])
        total = 0.0
        for slot in range(hand):
            total += np.exp(inverse_temperature * logits[slot * TILE + lane] - top)
        log_likelihood[lane] += inverse_temperature * logits[lane] - top - np.log(total)


@compiled
def resample_hands(
    worlds: Keys,
    observation: Observation,
    plan: Plan,
    chances: Float64Array,
    sweeps: Index,
    seed: np.uint64,
    origins: Words,
    resampled: Keys,
) -> None:
    """Resample `worlds` into new worlds, each seat's hand of its own world: a Gibbs sampler.

    How a seat has played depends on its own hand alone. So where few whole worlds are likely, there are many
    likely hands of each seat. Seat after seat, in each of `sweeps` sweeps, draws a hand by its likelihood,
    and keeps it if it shares no card with the others' hands.

    `resampled` (uint16, strips × new worlds) is written. `chances` (float64, seats × worlds) sums up how
    likely each seat's hand is, from the first world on. `origins` (uint64, seats × new worlds) says from
    which world each hand comes, at first and at the end.
    """
    first = observation.turn + (ZERO if observation.place == NOBODY else ONE)
    end = max(first, hand_end(plan, observation.turn))
    seats, count = plan.seats, np.uint64(worlds.shape[1])
    hands = np.zeros((2, seats, count), dtype=np.uint64)
    for seat in range(seats):
        for strip in range(first * seats + seat, end * seats, seats):
            for world in range(count):
                card = np.uint64(worlds[strip, world] >> layout.CARD_SHIFT)
                hands[0, seat, world] |= low_bit(card)
                hands[1, seat, world] |= high_bit(card)
    held = np.empty(2, dtype=np.uint64)
    for new in range(np.uint64(resampled.shape[1])):
        held[:] = ZERO
        for seat in range(seats):
            held |= hands[:, seat, origins[seat, new]]
        bits = chance(seed, new, ZERO)
        for _ in range(sweeps):
            for seat in range(seats):
                own = hands[:, seat, origins[seat, new]]
                for _try in range(_MAX_PROPOSALS):
                    bits = mixed(bits + ONE)
                    drawn = np.float64(bits >> _11) * _UNIT * chances[seat, count - ONE]
                    other = min(np.uint64(np.searchsorted(chances[seat], drawn)), count - ONE)
                    low, high = hands[0, seat, other], hands[1, seat, other]
                    if (low & held[0] & ~own[0]) | (high & held[1] & ~own[1]) == ZERO:
                        held[0] = (held[0] & ~own[0]) | low
                        held[1] = (held[1] & ~own[1]) | high
                        origins[seat, new] = other
                        break
        for strip in range(np.uint64(worlds.shape[0])):
            origin = origins[strip % seats, new] if first * seats <= strip < end * seats else ZERO
            resampled[strip, new] = worlds[strip, origin]
        _deal_rest(resampled[:, new], observation, end * seats, held, bits)


@compiled
def _deal_rest(world: Keys, observation: Observation, begin: Index, held: Words, bits: np.uint64) -> None:
    """Deal the hidden cards of later in the round to the strips from `begin` on: any that nobody holds.

    `world` is one column of worlds; `held` (low word, high word) the set of the cards in hands.
    """
    cards = observation.hidden.copy()
    size, drawn = np.uint64(cards.size), ZERO
    for strip in range(begin, np.uint64(world.size)):
        while observation.known[strip] == 0:
            bits = mixed(bits + ONE)
            other = drawn + (((bits & _LOW32) * (size - drawn)) >> HALF)
            key = cards[other]
            cards[other] = cards[drawn]
            drawn += ONE
            card = np.uint64(key >> layout.CARD_SHIFT)
            if (held[0] & low_bit(card)) | (held[1] & high_bit(card)) == ZERO:
                world[strip] = key
                break
