"""Playouts: rounds played on by neural networks from any moment of a round, in lanes.

`Block` is one block of games: the cards and the board of `layout`, and what neural networks need besides. The
strips of a seat's cards from the present turn on are its hand; which of them is played when is decided here.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.chance import DECISIONS, chance, mixed
from sixth.sim.engine.choices import take_cheapest
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.lanes import aim, reveal, seek, settle, tally, turn_up
from sixth.sim.engine.layout import (
    BOARD,
    CARD,
    CARD_SHIFT,
    CARDS,
    CHOSEN_LEFT,
    CHOSEN_ROW,
    HANDS,
    LANES,
    LEFT_GAP,
    LEFT_ROW,
    NO_GAP,
    RIGHT_GAP,
    RIGHT_ROW,
    SEAT,
    Bytes,
    Index,
    Keys,
    Plan,
    Words,
    aligned,
    hand_end,
)
from sixth.sim.policy.architecture import CARD_NET
from sixth.sim.policy.card_features import card_features
from sixth.sim.policy.card_sets import high_bit, look, low_bit
from sixth.sim.policy.network import (
    ANSWER,
    CARD_INPUTS,
    LOGITS,
    NOTES,
    ROW_INPUTS,
    TILE,
    WORK,
    Floats,
    evaluate,
)
from sixth.sim.policy.row_features import row_features, row_price

NOBODY: Final = np.uint64(255)
"""No seat, or no place in a turn."""

_0: Final = np.uint8(0)
_1: Final = np.uint8(1)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_FREE: Final = np.uint64(255)
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_HIGH: Final = np.uint64(0xD1B54A32D192ED03)
_GUMBEL_SHIFT: Final = np.uint64(52)
_HALF: Final = np.uint64(32)
_LEAST: Final = np.float32(-1e30)


def _gumbel() -> Floats:
    """Return 4,096 evenly spaced quantiles of the standard Gumbel distribution, float32, ascending."""
    even = (np.arange(4096) + 0.5) / 4096
    return (-np.log(-np.log(even))).astype(np.float32)


GUMBEL: Final = _gumbel()
"""float32, 4096: Gumbel noise. The answer of the highest logit + noise is a draw from the logits' softmax."""


class Block(NamedTuple):
    """Room for one block of `LANES` games, and the noise that decides in them.

    All arrays are flat. In those of `LANES` elements a strip, element `lane` of each strip belongs to game
    `lane`; in `sets` and `work`, whose strips have `TILE` elements, to the same lane of the tile at work.
    """

    cards: Keys
    """uint16, `CARDS`: a strip for each card dealt, as `layout` says."""
    board: Bytes
    """uint8, `BOARD`: the rows, the scores and the card that is being placed, as `layout` says."""
    seen: Words
    """uint64, 2 strips: the set of cards that everybody has seen (low words, high words; see `card_sets`)."""
    streams: Words
    """uint64, 1 strip: the random stream of the lane; lanes of the same stream have the same luck."""
    inverse_temperature: Floats
    """float32, 16 strips by seat: what a logit is multiplied with before the noise; 0 is a random player."""
    hands: Words
    """uint64, `HANDS`: in a draft, who has picked what, and what lies open; see `layout.OPEN`."""
    sets: Words
    """uint64, 4 strips of `TILE`: the sets of the seat that decides; see `card_sets` and `pick_features`."""
    work: Floats
    """float32, `WORK`: what a neural network reads and writes, and notes; see `network` and `card_notes`."""
    best: Floats
    """float32, 1 strip: the best logit with noise that the decision has found so far."""


def block() -> Block:
    """Return a new block, all zeros."""
    lanes = int(LANES)
    return Block(
        cards=aligned(int(CARDS) * 2).view(np.uint16),
        board=aligned(int(BOARD)),
        seen=aligned(lanes * 16).view(np.uint64),
        streams=aligned(lanes * 8).view(np.uint64),
        inverse_temperature=aligned(lanes * 4 * 16).view(np.float32),
        hands=aligned(int(HANDS) * 8).view(np.uint64),
        sets=aligned(int(TILE) * 8 * 4).view(np.uint64),
        work=aligned(int(WORK) * 4).view(np.float32),
        best=aligned(lanes * 4).view(np.float32),
    )


@compiled
def noise(bits: np.uint64, card: np.uint64) -> np.float32:
    """Return the Gumbel noise of `card` (or row) in the decision whose random bits are `bits`."""
    return np.float32(GUMBEL[((bits ^ (card * _MIX)) * _MIX_HIGH) >> _GUMBEL_SHIFT])


@compiled
def card_logits(
    b: Block, players: Floats, logits: Floats, plan: Plan, turn: Index, end: Index, seat: Index, at: Index
) -> None:
    """Write what each of `players` says of each card of the hand of `seat`, for the tile at lane `at`.

    The hand lies in the strips of turns `turn` … `end` - 1. `logits` is float32, players × strips of `TILE`
    lanes: element (slot - turn) · TILE + lane of a player is the logit of the card of turn `slot`.
    """
    look(b.sets, b.cards, b.seen, plan, turn, end, seat, at)
    for slot in range(turn, end):
        card_features(b.work, b.sets, b.board, b.cards, plan, turn, end, seat, slot, at)
        to = (slot - turn) * TILE
        for player in range(np.uint64(players.shape[0])):
            evaluate(b.work, players[player, :CARD_NET], CARD_INPUTS)
            logits[player, to : to + TILE] = b.work[ANSWER : ANSWER + TILE]


@compiled
def choose(
    b: Block,
    players: Floats,
    player: np.uint64,
    plan: Plan,
    turn: Index,
    end: Index,
    seat: Index,
    seed: np.uint64,
    games: Index,
) -> None:
    """Bring the card that row `player` of `players` plays for `seat` to the strip of this turn.

    That is done in the tiles of the first `games` lanes. The hand lies in the strips of turns `turn` …
    `end` - 1. The logits are left in the strips at `LOGITS`.
    """
    if end - turn == _ONE:
        return
    one_player = players[player : player + _ONE]
    strips = b.work[LOGITS:NOTES]
    logits = strips.reshape((1, strips.size))
    for at in range(_ZERO, games, TILE):
        card_logits(b, one_player, logits, plan, turn, end, seat, at)
        here = (turn * plan.seats + seat) * LANES + at
        for lane in range(TILE):
            bits = chance(seed, b.streams[at + lane], DECISIONS + turn * plan.seats + seat)
            inverse_temperature = b.inverse_temperature[seat * LANES + at + lane]
            best = _LEAST
            chosen = turn
            for slot in range(turn, end):
                card = np.uint64(b.cards[(slot * plan.seats + seat) * LANES + at + lane] >> CARD_SHIFT)
                value = inverse_temperature * logits[0, (slot - turn) * TILE + lane] + noise(bits, card)
                better = value > best
                best = value if better else best
                chosen = slot if better else chosen
            there = (chosen * plan.seats + seat) * LANES + at
            one = b.cards[here + lane]
            b.cards[here + lane] = b.cards[there + lane]
            b.cards[there + lane] = one


@compiled
def shuffle_hand(
    b: Block, plan: Plan, seat: Index, begin: Index, end: Index, seed: np.uint64, games: Index
) -> None:
    """Bring the cards of `seat` in the strips of turns begin … end - 1 into any order, each as likely."""
    for lane in range(games):
        for slot in range(begin, end):
            bits = chance(seed, b.streams[lane], DECISIONS + slot * plan.seats + seat)
            other = slot + (((bits >> _HALF) * (end - slot)) >> _HALF)
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
    """Write `CHOSEN_ROW` and `CHOSEN_LEFT` in the lanes where the card has no place, or two equally close.

    The card is that at `place` of the turn; the hands lie in the strips up to turn `end` - 1. Seat s decides
    by row who[s] of `players` (players × `PLAYER`, float32).
    """
    for lane in range(LANES):
        b.board[CHOSEN_ROW + lane] = _0
        b.board[CHOSEN_LEFT + lane] = _0
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
    """Decide for the seats that `player` plays: questions are gathered into tiles over lanes and rows."""
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
    """Return whether the row is one of the two that are equally close."""
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
    """Evaluate the first `asked` columns of the tile; keep the row of each lane that is the best so far."""
    evaluate(b.work, net, ROW_INPUTS)
    for column in range(asked):
        lane = lanes[column]
        row = rows[column]
        seat = np.uint64(b.board[SEAT + lane])
        bits = mixed(chance(seed, b.streams[lane], DECISIONS + turn * plan.seats + seat))
        value = b.inverse_temperature[seat * LANES + lane] * b.work[ANSWER + column] + noise(bits, row)
        if value > b.best[lane]:
            b.best[lane] = value
            b.board[CHOSEN_ROW + lane] = np.uint8(row)
            b.board[CHOSEN_LEFT + lane] = np.uint8(b.board[RIGHT_ROW + lane] != np.uint8(row))


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
    ready_seat: Index,
    place: Index,
    forced_rows: Bytes,
) -> None:
    """Play turns `turn` … `until` - 1 in the first `games` lanes; seat s plays by row who[s] of `players`.

    `players` is float32, players × `PLAYER`; `who` uint64, by seat. Without any players (0 × `PLAYER`) the
    cards are played as they lie, and the cheapest row is taken.

    In the first turn seat `ready_seat` has chosen: its card lies in its strip already (`NOBODY`: no seat
    has). Or `place` is not `NOBODY`: then the cards of the first turn are revealed, those before `place`
    placed, and the card there goes where `forced_rows` says if it has the choice (uint8, by lane: the row,
    and `LEFT_BIT` more for its left end).
    """
    by_network = players.shape[0] > 0
    for now in range(turn, until):
        first = now == turn
        end = hand_end(plan, now)
        revealed = first and place != NOBODY
        if by_network and not (revealed or plan.flip):
            for seat in range(plan.seats):
                if not (first and seat == ready_seat):
                    choose(b, players, who[seat], plan, now, end, seat, seed, games)
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
                    b.board[CHOSEN_ROW + lane] = np.uint8(forced_rows[lane] & np.uint8(127))
                    b.board[CHOSEN_LEFT + lane] = np.uint8(forced_rows[lane] >> np.uint8(7))
            elif by_network:
                decide(b, players, who, plan, now, end, spot, seed, games)
            else:
                take_cheapest(b.board, plan)
            aim(b.board, plan)
            settle(b.board, plan)
            tally(b.board, plan.seats)
