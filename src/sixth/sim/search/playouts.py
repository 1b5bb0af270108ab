"""Rounds played on by networks, from any moment of a round, in lanes.

`Block` is one block of games: the cards and the board of `layout`, and what networks need besides. The
strips of a seat's cards from the present turn on are its hand; which of them is played when is decided here.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.chance import DECISIONS, chance, mixed
from sixth.sim.engine.choices import take_cheapest
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.custom_policy import hand_end
from sixth.sim.engine.lanes import aim, reveal, seek, settle, tally, turn_up
from sixth.sim.engine.layout import (
    BOARD,
    CARD,
    CARD_SHIFT,
    CARDS,
    HANDS,
    LANES,
    LEFT_GAP,
    LEFT_ROW,
    NO_GAP,
    RIGHT_GAP,
    RIGHT_ROW,
    SEAT,
    WANT_LEFT,
    WANT_ROW,
    Bytes,
    Index,
    Keys,
    Plan,
    Words,
    aligned,
)
from sixth.sim.policy.card_features import card_features
from sixth.sim.policy.card_sets import high_bit, look, low_bit
from sixth.sim.policy.network import (
    ANSWER,
    CARD_INPUTS,
    LOGITS,
    PICK_INPUTS,
    ROW_INPUTS,
    TILE,
    WORK,
    Floats,
    evaluate,
    parameters,
)
from sixth.sim.policy.row_features import row_features, row_price

CARD_NET: Final = np.uint64(parameters(int(CARD_INPUTS)))
"""A player is one row of numbers: its network of cards,"""
ROW_NET: Final = np.uint64(parameters(int(ROW_INPUTS)))
"""then that of rows,"""
PICK_NET: Final = np.uint64(parameters(int(PICK_INPUTS)))
"""then that of picks in a draft."""
PICKS: Final = CARD_NET + ROW_NET
"""Where that begins."""
PLAYER: Final = CARD_NET + ROW_NET + PICK_NET

HEADS_A_LOGIT: Final = 0.5
"""What networks are trained to say: an answer that costs so many heads more has a logit lower by 1."""

NOBODY: Final = np.uint64(255)
"""No seat, or no place in a turn."""

_0: Final = np.uint8(0)
_1: Final = np.uint8(1)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_FREE: Final = np.uint64(255)
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_ROWS: Final = np.uint64(0xD1B54A32D192ED03)
_TOP: Final = np.uint64(52)
_HALF: Final = np.uint64(32)
_LEAST: Final = np.float32(-1e30)


def _gumbel() -> Floats:
    """4,096 values of Gumbel's distribution: the best of logit + value is a draw from their softmax."""
    even = (np.arange(4096) + 0.5) / 4096
    return (-np.log(-np.log(even))).astype(np.float32)


GUMBEL: Final = _gumbel()


class Block(NamedTuple):
    """Room for one block of games, and the noise that decides in them."""

    cards: Keys
    board: Bytes
    seen: Words
    """The cards that everybody has seen, as `features` says."""
    worlds: Words
    """By lane: the number that chance depends on; lanes of the same number have the same luck."""
    care: Floats
    """Strip by seat: what a logit is multiplied with before the noise; 0 is a random player."""
    hands: Words
    """In a draft, who has picked what, and what lies open: see `layout.OPEN`."""
    sets: Words
    work: Floats
    best: Floats


def block() -> Block:
    """A new block, of zeros."""
    lanes = int(LANES)
    return Block(
        cards=aligned(int(CARDS) * 2).view(np.uint16),
        board=aligned(int(BOARD)),
        seen=aligned(lanes * 16).view(np.uint64),
        worlds=aligned(lanes * 8).view(np.uint64),
        care=aligned(lanes * 4 * 16).view(np.float32),
        hands=aligned(int(HANDS) * 8).view(np.uint64),
        sets=aligned(int(TILE) * 8 * 4).view(np.uint64),
        work=aligned(int(WORK) * 4).view(np.float32),
        best=aligned(lanes * 4).view(np.float32),
    )


@compiled
def noise(bits: np.uint64, card: np.uint64) -> np.float32:
    """The Gumbel number of `card` in the decision whose chance is `bits`."""
    return np.float32(GUMBEL[((bits ^ (card * _MIX)) * _ROWS) >> _TOP])


@compiled
def logits(b: Block, net: Floats, plan: Plan, turn: Index, end: Index, seat: Index, at: Index) -> None:
    """What `net` says of each card of the hand of `seat`, for the tile at lane `at`: to `LOGITS`, by slot."""
    look(b.sets, b.cards, b.seen, plan, turn, end, seat, at)
    for slot in range(turn, end):
        card_features(b.work, b.sets, b.board, b.cards, plan, turn, end, seat, slot, at)
        evaluate(b.work, net, CARD_INPUTS)
        to = LOGITS + (slot - turn) * TILE
        for lane in range(TILE):
            b.work[to + lane] = b.work[ANSWER + lane]


@compiled
def opinions(
    b: Block, players: Floats, liked: Floats, plan: Plan, turn: Index, end: Index, seat: Index, at: Index
) -> None:
    """The same of each of `players`, to `liked` (players × slots and lanes)."""
    look(b.sets, b.cards, b.seen, plan, turn, end, seat, at)
    for slot in range(turn, end):
        card_features(b.work, b.sets, b.board, b.cards, plan, turn, end, seat, slot, at)
        to = (slot - turn) * TILE
        for player in range(np.uint64(players.shape[0])):
            evaluate(b.work, players[player, :CARD_NET], CARD_INPUTS)
            liked[player, to : to + TILE] = b.work[ANSWER : ANSWER + TILE]


@compiled
def choose(
    b: Block, net: Floats, plan: Plan, turn: Index, end: Index, seat: Index, seed: np.uint64, games: Index
) -> None:
    """Bring the card that `net` plays for `seat` to the strip of this turn, in the first `games` lanes."""
    if end - turn == _ONE:
        return
    for at in range(_ZERO, games, TILE):
        logits(b, net, plan, turn, end, seat, at)
        here = (turn * plan.seats + seat) * LANES + at
        for lane in range(TILE):
            bits = chance(seed, b.worlds[at + lane], DECISIONS + turn * plan.seats + seat)
            care = b.care[seat * LANES + at + lane]
            best = _LEAST
            chosen = turn
            for slot in range(turn, end):
                card = np.uint64(b.cards[(slot * plan.seats + seat) * LANES + at + lane] >> CARD_SHIFT)
                value = care * b.work[LOGITS + (slot - turn) * TILE + lane] + noise(bits, card)
                better = value > best
                best = value if better else best
                chosen = slot if better else chosen
            there = (chosen * plan.seats + seat) * LANES + at
            one = b.cards[here + lane]
            b.cards[here + lane] = b.cards[there + lane]
            b.cards[there + lane] = one


@compiled
def mix(b: Block, plan: Plan, seat: Index, begin: Index, end: Index, seed: np.uint64, games: Index) -> None:
    """Bring the cards of `seat` in the strips of turns begin … end - 1 into any order, each as likely."""
    for lane in range(games):
        for slot in range(begin, end):
            bits = chance(seed, b.worlds[lane], DECISIONS + slot * plan.seats + seat)
            other = slot + (((bits >> _HALF) * (end - slot)) >> _HALF)
            here = (slot * plan.seats + seat) * LANES + lane
            there = (other * plan.seats + seat) * LANES + lane
            one = b.cards[here]
            b.cards[here] = b.cards[there]
            b.cards[there] = one


@compiled
def show(b: Block, plan: Plan, turn: Index) -> None:
    """Everybody sees the cards of the turn."""
    for place in range(plan.seats):
        see(b, (turn * plan.seats + place) * LANES)


@compiled
def see(b: Block, strip: Index) -> None:
    """Everybody sees the card of the strip that begins at `strip`."""
    for lane in range(LANES):
        card = np.uint64(b.cards[strip + lane] >> CARD_SHIFT)
        b.seen[lane] |= low_bit(card)
        b.seen[LANES + lane] |= high_bit(card)


@compiled
def decide(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    turn: Index,
    end: Index,
    place: Index,
    seed: np.uint64,
    games: Index,
) -> None:
    """Write `WANT_ROW` and `WANT_LEFT` where the card has no place, or two equally close."""
    for lane in range(LANES):
        b.board[WANT_ROW + lane] = _0
        b.board[WANT_LEFT + lane] = _0
    for player in range(players.shape[0]):
        _decide_by(b, players, np.uint64(player), who, plan, turn, end, place, seed, games)


@compiled
def _decide_by(
    b: Block,
    players: Floats,
    player: np.uint64,
    who: Words,
    plan: Plan,
    turn: Index,
    end: Index,
    place: Index,
    seed: np.uint64,
    games: Index,
) -> None:
    """The same for the seats that `player` plays: questions are gathered into tiles over lanes and rows."""
    net = players[player, CARD_NET:]
    lanes = np.empty(TILE, dtype=np.uint64)
    rows = np.empty(TILE, dtype=np.uint64)
    asked = _ZERO
    for lane in range(games):
        low = b.board[RIGHT_GAP + lane] == NO_GAP
        two = False
        if plan.both:
            left = b.board[LEFT_GAP + lane]
            two = (not low) & (left == b.board[RIGHT_GAP + lane])
            low = low & (left == NO_GAP)
        if not (low or two):
            continue
        seat = np.uint64(b.board[SEAT + lane])
        if who[seat] != player:
            continue
        card = np.uint64(b.board[CARD + lane])
        cheapest = _FREE
        for row in range(plan.rows):
            if low or _is_end(b, row, lane):
                cheapest = min(cheapest, row_price(b.board, plan, card, row, lane))
        b.best[lane] = _LEAST
        for row in range(plan.rows):
            if low or _is_end(b, row, lane):
                row_features(
                    b.work, asked, b.board, b.cards, b.seen, plan, turn, end, place, seat, lane, row, cheapest
                )
                lanes[asked] = lane
                rows[asked] = row
                asked += _ONE
                if asked == TILE:
                    _answer(b, net, plan, turn, place, seed, lanes, rows, asked)
                    asked = _ZERO
    if asked:
        _answer(b, net, plan, turn, place, seed, lanes, rows, asked)


@compiled
def _is_end(b: Block, row: Index, lane: Index) -> np.bool:
    """Whether the row is one of the two that are equally close."""
    right = b.board[RIGHT_ROW + lane] == np.uint8(row)
    left = b.board[LEFT_ROW + lane] == np.uint8(row)
    return np.bool(right | left)


@compiled
def _answer(
    b: Block,
    net: Floats,
    plan: Plan,
    turn: Index,
    place: Index,
    seed: np.uint64,
    lanes: Words,
    rows: Words,
    asked: Index,
) -> None:
    evaluate(b.work, net, ROW_INPUTS)
    for column in range(asked):
        lane = lanes[column]
        row = rows[column]
        seat = np.uint64(b.board[SEAT + lane])
        bits = mixed(chance(seed, b.worlds[lane], DECISIONS + turn * plan.seats + seat))
        value = b.care[seat * LANES + lane] * b.work[ANSWER + column] + noise(bits, row)
        if value > b.best[lane]:
            b.best[lane] = value
            b.board[WANT_ROW + lane] = np.uint8(row)
            b.board[WANT_LEFT + lane] = np.uint8(b.board[RIGHT_ROW + lane] != np.uint8(row))


@compiled
def play_on(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    seed: np.uint64,
    games: Index,
    turn: Index,
    until: Index,
    ready: Index,
    place: Index,
    wanted: Bytes,
) -> None:
    """Play turns `turn` … `until` - 1 in `games` lanes; seat s is played by row who[s] of `players`.

    In the first turn seat `ready` has chosen: its card lies in its strip already (`NOBODY`: no seat has). Or
    `place` is not `NOBODY`: the cards of the first turn are revealed, those before `place` placed, and the
    card there goes to `wanted` (by lane: the row, and 128 more for its left end) if it has the choice.

    Without `players` the cards are played as they lie, and who has the choice takes the cheapest row.
    """
    drilled = players.shape[0] > 0
    for now in range(turn, until):
        first = now == turn
        end = hand_end(plan, now)
        revealed = first and place != NOBODY
        if drilled and not (revealed or plan.flip):
            for seat in range(plan.seats):
                if not (first and seat == ready):
                    net = players[who[seat], :CARD_NET]
                    choose(b, net, plan, now, end, seat, seed, games)
        # Of cards that are flipped, those to come are still to learn whose they are.
        if plan.flip or not revealed:
            reveal(b.cards, plan, now)
        if not (plan.flip or revealed):
            show(b, plan, now)
        for spot in range(place if revealed else _ZERO, plan.seats):
            turn_up(b.board, b.cards, now * plan.seats + spot)
            seek(b.board, plan)
            if plan.flip:
                see(b, (now * plan.seats + spot) * LANES)
            if revealed and spot == place:
                for lane in range(LANES):
                    b.board[WANT_ROW + lane] = np.uint8(wanted[lane] & np.uint8(127))
                    b.board[WANT_LEFT + lane] = np.uint8(wanted[lane] >> np.uint8(7))
            elif drilled:
                decide(b, players, who, plan, now, end, spot, seed, games)
            else:
                take_cheapest(b.board, plan)
            aim(b.board, plan)
            settle(b.board, plan)
            tally(b.board, plan.seats)
