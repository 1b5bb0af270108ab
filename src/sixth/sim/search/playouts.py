"""Playouts: rounds played on by neural networks from any moment of a round, in lanes.

The strips of a seat's cards from the present turn on are its hand; which of them is played when is decided
here. In all kernels `b` is the block of games, of which the first `games` lanes are played, and `seed` gives
the luck of decisions together with `b.streams`.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine import layout
from sixth.sim.engine.chance import DECISIONS, chance, mixed
from sixth.sim.engine.choices import take_cheapest
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.lanes import aim, reveal, seek, settle, tally, turn_up
from sixth.sim.engine.layout import HALF, LANES, ONE, ZERO, Bytes, Index, Plan, Words
from sixth.sim.policy import network
from sixth.sim.policy.architecture import CARD_NET
from sixth.sim.policy.block import Block, Hand, hand_of
from sixth.sim.policy.card_features import card_features
from sixth.sim.policy.card_sets import high_bit, look, low_bit
from sixth.sim.policy.network import TILE, Floats
from sixth.sim.policy.row_features import CHEAPEST, LANE, ROW, row_features, row_price

NOBODY: Final = np.uint64(255)
"""No seat, or no place in a turn."""

_0: Final = np.uint8(0)
_1: Final = np.uint8(1)
_FREE: Final = np.uint64(255)
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_HIGH: Final = np.uint64(0xD1B54A32D192ED03)
_GUMBEL_SHIFT: Final = np.uint64(52)
_LEAST: Final = np.float32(-1e30)


def _gumbel() -> Floats:
    """Return 4,096 evenly spaced quantiles of the standard Gumbel distribution, float32, ascending."""
    even = (np.arange(4096) + 0.5) / 4096
    return (-np.log(-np.log(even))).astype(np.float32)


GUMBEL: Final = _gumbel()
"""float32, 4096: Gumbel noise. The answer of the highest logit + noise is a draw from the logits' softmax."""


class Lineup(NamedTuple):
    """Who plays at the seats, the same in all lanes."""

    players: Floats
    """float32, players × `PLAYER`. With no players (0 × `PLAYER`) cards are played as they lie, picks are
    random, and the cheapest row is taken."""
    who: Words
    """uint64, by seat: the index of its player in `players`."""


class Moment(NamedTuple):
    """From where a round is played on: the beginning of a turn, or a card that is to be placed in it."""

    turn: Index
    """The turn of the round, from 0."""
    ready_seat: Index = NOBODY
    """The seat that has chosen: its card lies in the strip of the turn already. `NOBODY` if no seat has."""
    place: Index = NOBODY
    """If it is not `NOBODY`, the cards of the turn are revealed and those before this place (from 0) are
    placed; the card there goes where `Block.forced` says if it has the choice."""


@compiled
def noise(bits: np.uint64, card: np.uint64) -> np.float32:
    """Return the Gumbel noise of `card` (or row) in the decision whose random bits are `bits`."""
    return np.float32(GUMBEL[((bits ^ (card * _MIX)) * _MIX_HIGH) >> _GUMBEL_SHIFT])


@compiled
def card_logits(b: Block, players: Floats, logits: Floats, plan: Plan, hand: Hand, at: Index) -> None:
    """Write to `logits` what each of `players` says of each card of `hand`, for the tile at lane `at`.

    `players` is float32, players × `PLAYER`. `logits` is float32, players × strips of `TILE` lanes: element
    (slot - hand.turn) · TILE + lane of a player is the logit of the card of turn `slot`.
    """
    look(b, plan, hand, at)
    for slot in range(hand.turn, hand.end):
        card_features(b, plan, hand, slot, at)
        to = (slot - hand.turn) * TILE
        for player in range(np.uint64(players.shape[0])):
            network.evaluate(b.work, players[player, :CARD_NET], network.CARD_INPUTS)
            logits[player, to : to + TILE] = b.work[network.ANSWER : network.ANSWER + TILE]


@compiled
def choose(b: Block, lineup: Lineup, plan: Plan, hand: Hand, seed: np.uint64, games: Index) -> None:
    """Bring the card of `hand` that its seat plays to the strip of the present turn.

    The logits are left in the strips at `LOGITS` of `b.work`.
    """
    seat, turn, end = hand
    if end - turn == ONE:
        return
    player = lineup.who[seat]
    one_player = lineup.players[player : player + ONE]
    strips = b.work[network.LOGITS : network.NOTES]
    logits = strips.reshape((1, strips.size))
    for at in range(ZERO, games, TILE):
        card_logits(b, one_player, logits, plan, hand, at)
        here = (turn * plan.seats + seat) * LANES + at
        for lane in range(TILE):
            bits = chance(seed, b.streams[at + lane], DECISIONS + turn * plan.seats + seat)
            inverse_temperature = b.inverse_temperature[seat * LANES + at + lane]
            best = _LEAST
            chosen = turn
            for slot in range(turn, end):
                card = np.uint64(b.cards[(slot * plan.seats + seat) * LANES + at + lane] >> layout.CARD_SHIFT)
                value = inverse_temperature * logits[0, (slot - turn) * TILE + lane] + noise(bits, card)
                better = value > best
                best = value if better else best
                chosen = slot if better else chosen
            there = (chosen * plan.seats + seat) * LANES + at
            one = b.cards[here + lane]
            b.cards[here + lane] = b.cards[there + lane]
            b.cards[there + lane] = one


@compiled
def shuffle_hand(b: Block, plan: Plan, hand: Hand, seed: np.uint64, games: Index) -> None:
    """Bring the cards of `hand` into any order, each as likely."""
    seat, begin, end = hand
    for lane in range(games):
        for slot in range(begin, end):
            bits = chance(seed, b.streams[lane], DECISIONS + slot * plan.seats + seat)
            other = slot + (((bits >> HALF) * (end - slot)) >> HALF)
            here = (slot * plan.seats + seat) * LANES + lane
            there = (other * plan.seats + seat) * LANES + lane
            one = b.cards[here]
            b.cards[here] = b.cards[there]
            b.cards[there] = one


@compiled
def show(b: Block, plan: Plan, turn: Index) -> None:
    """Add the cards of the turn to what everybody has seen."""
    for place in range(plan.seats):
        see(b, (turn * plan.seats + place) * LANES)


@compiled
def see(b: Block, strip: Index) -> None:
    """Add the cards of the strip of `cards` that begins at offset `strip` to what everybody has seen."""
    for lane in range(LANES):
        card = np.uint64(b.cards[strip + lane] >> layout.CARD_SHIFT)
        b.seen[lane] |= low_bit(card)
        b.seen[LANES + lane] |= high_bit(card)


@compiled
def decide(
    b: Block, lineup: Lineup, plan: Plan, turn: Index, place: Index, seed: np.uint64, games: Index
) -> None:
    """Write `CHOSEN_ROW` and `CHOSEN_LEFT` of `b.board` as the seats whose card it is decide.

    The card is that at `place` (from 0) of the turn. The strips are 0 in lanes where it has just one place.
    """
    for lane in range(LANES):
        b.board[layout.CHOSEN_ROW + lane] = _0
        b.board[layout.CHOSEN_LEFT + lane] = _0
    for player in range(np.uint64(lineup.players.shape[0])):
        _decide_by(b, lineup, player, plan, turn, place, seed, games)


@compiled
def _decide_by(
    b: Block,
    lineup: Lineup,
    player: Index,
    plan: Plan,
    turn: Index,
    place: Index,
    seed: np.uint64,
    games: Index,
) -> None:
    """Decide for the seats that `player` plays: questions are gathered into tiles over lanes and rows."""
    net = lineup.players[player, CARD_NET:]
    asked = ZERO
    for lane in range(games):
        low = b.board[layout.RIGHT_GAP + lane] == layout.NO_GAP
        two = False
        if plan.both:
            left = b.board[layout.LEFT_GAP + lane]
            two = (not low) & (left == b.board[layout.RIGHT_GAP + lane])
            low = low & (left == layout.NO_GAP)
        if not (low or two):
            continue
        seat = np.uint64(b.board[layout.SEAT + lane])
        if lineup.who[seat] != player:
            continue
        card = np.uint64(b.board[layout.CARD + lane])
        cheapest = _FREE
        for row in range(plan.rows):
            if low or _is_end(b.board, row, lane):
                cheapest = min(cheapest, row_price(b.board, plan, card, row, lane))
        b.best[lane] = _LEAST
        for row in range(plan.rows):
            if low or _is_end(b.board, row, lane):
                b.questions[LANE + asked] = lane
                b.questions[ROW + asked] = row
                b.questions[CHEAPEST + asked] = cheapest
                asked += ONE
                if asked == TILE:
                    _answer(b, net, plan, turn, place, seed, asked)
                    asked = ZERO
    if asked:
        _answer(b, net, plan, turn, place, seed, asked)


@compiled
def _is_end(board: Bytes, row: Index, lane: Index) -> np.bool:
    """Return whether the row is one of the two that are equally close."""
    right = board[layout.RIGHT_ROW + lane] == np.uint8(row)
    left = board[layout.LEFT_ROW + lane] == np.uint8(row)
    return np.bool(right | left)


@compiled
def _answer(
    b: Block, net: Floats, plan: Plan, turn: Index, place: Index, seed: np.uint64, asked: Index
) -> None:
    """Evaluate the first `asked` of `b.questions`; keep the row of each lane that is the best so far."""
    row_features(b, plan, turn, place, asked)
    network.evaluate(b.work, net, network.ROW_INPUTS)
    for column in range(asked):
        lane = b.questions[LANE + column]
        row = b.questions[ROW + column]
        seat = np.uint64(b.board[layout.SEAT + lane])
        bits = mixed(chance(seed, b.streams[lane], DECISIONS + turn * plan.seats + seat))
        value = b.inverse_temperature[seat * LANES + lane] * b.work[network.ANSWER + column] + noise(
            bits, row
        )
        if value > b.best[lane]:
            b.best[lane] = value
            b.board[layout.CHOSEN_ROW + lane] = np.uint8(row)
            b.board[layout.CHOSEN_LEFT + lane] = np.uint8(b.board[layout.RIGHT_ROW + lane] != np.uint8(row))


@compiled
def play_on(
    b: Block, lineup: Lineup, plan: Plan, seed: np.uint64, games: Index, moment: Moment, until: Index
) -> None:
    """Play from `moment` to the end of turn `until` - 1."""
    turn, ready_seat, place = moment
    by_network = lineup.players.shape[0] > 0
    for now in range(turn, until):
        first = now == turn
        revealed = first and place != NOBODY
        if by_network and not (revealed or plan.flip):
            for seat in range(plan.seats):
                if not (first and seat == ready_seat):
                    choose(b, lineup, plan, hand_of(plan, seat, now), seed, games)
        # Of cards that are flipped, those to come are still to learn whose they are.
        if plan.flip or not revealed:
            reveal(b.cards, plan, now)
        if not (plan.flip or revealed):
            show(b, plan, now)
        for spot in range(place if revealed else ZERO, plan.seats):
            turn_up(b.board, b.cards, now * plan.seats + spot)
            seek(b.board, plan)
            if plan.flip:
                see(b, (now * plan.seats + spot) * LANES)
            if revealed and spot == place:
                for lane in range(LANES):
                    b.board[layout.CHOSEN_ROW + lane] = np.uint8(b.forced[lane] & np.uint8(127))
                    b.board[layout.CHOSEN_LEFT + lane] = np.uint8(b.forced[lane] >> np.uint8(7))
            elif by_network:
                decide(b, lineup, plan, now, spot, seed, games)
            else:
                take_cheapest(b.board, plan)
            aim(b.board, plan)
            settle(b.board, plan)
            tally(b.board, plan.seats)
