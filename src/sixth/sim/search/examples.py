"""Questions for a policy and what each answer cost, by the thousand: the teacher is the simulation itself.

A question is a moment of a round between networks. Each answer (card of the hand, row to take) is tried in
the very same world: the same hidden cards, the same luck, everybody plays on by their network. What one world
says is mostly luck, but a network trained on many of them learns the mean over all that a seat cannot see,
drawn exactly as often as they happen; no opponent's hand need be guessed.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine.chance import chance
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.custom_policy import hand_end
from sixth.sim.engine.lanes import aim, deal_round, lay, reveal, seek, settle, sort_two, tally, turn_up
from sixth.sim.engine.layout import (
    CARD,
    COST,
    COUNT,
    FIRST,
    LANES,
    LAST,
    LEFT_GAP,
    NO_GAP,
    OPEN,
    RIGHT_GAP,
    SCORE,
    SEAT,
    WANT_LEFT,
    WANT_ROW,
    Bytes,
    Index,
    Plan,
    Words,
)
from sixth.sim.policy.card_features import card_features
from sixth.sim.policy.card_sets import look
from sixth.sim.policy.network import (
    CARD_INPUTS,
    INPUTS,
    LOGITS,
    PICK_INPUTS,
    ROW_INPUTS,
    TILE,
    Floats,
)
from sixth.sim.policy.row_features import row_features, row_price
from sixth.sim.search.drafts import (
    ASKED,
    NONE,
    draft_on,
    lay_open,
    nth,
    open_cards,
    pick_features,
    pick_logits,
    pick_on,
)
from sixth.sim.search.playouts import CARD_NET, NOBODY, PICKS, Block, choose, decide, play_on, see, show

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_HALF: Final = np.uint64(32)


@compiled
def begin(b: Block, plan: Plan, seed: np.uint64, game: np.uint64) -> None:
    """Deal rounds `game` … `game` + LANES - 1 of `seed`."""
    deal_round(b.cards, plan, seed, game)
    lay(b.board, b.cards, plan)
    for lane in range(LANES):
        b.worlds[lane] = game + lane
        b.seen[lane] = _ZERO
        b.seen[LANES + lane] = _ZERO
    for row in range(plan.rows):
        see(b, (plan.turns * plan.seats + row) * LANES)


@compiled
def copy(to: Block, b: Block, plan: Plan) -> None:
    """Make `to` the same moment as `b`."""
    used = (plan.turns * plan.seats) * LANES
    to.cards[:used] = b.cards[:used]
    for start in (LAST, FIRST, COUNT, COST):
        to.board[start : start + plan.rows * LANES] = b.board[start : start + plan.rows * LANES]
    to.board[SCORE : SCORE + plan.seats * LANES] = b.board[SCORE : SCORE + plan.seats * LANES]
    to.seen[:] = b.seen
    to.worlds[:] = b.worlds


@compiled
def card_lesson(
    b: Block,
    kept: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    seed: np.uint64,
    game: np.uint64,
    turn: np.uint64,
    x: Floats,
    q: Floats,
    wanted: Bytes,
) -> None:
    """Seat 0 at turn `turn`: `x` (LANES × cards × features) and `q` (LANES × cards), heads still to come."""
    begin(b, plan, seed, game)
    play_on(b, players, who, plan, seed, LANES, _ZERO, turn, NOBODY, NOBODY, wanted)
    end = hand_end(plan, turn)
    seat = _ZERO
    for at in range(_ZERO, LANES, TILE):
        look(b.sets, b.cards, b.seen, plan, turn, end, seat, at)
        for slot in range(turn, end):
            card_features(b.work, b.sets, b.board, b.cards, plan, turn, end, seat, slot, at)
            for lane in range(TILE):
                for feature in range(CARD_INPUTS):
                    x[at + lane, slot - turn, feature] = b.work[INPUTS + feature * TILE + lane]
    copy(kept, b, plan)
    here = (turn * plan.seats + seat) * LANES
    for slot in range(turn, end):
        copy(b, kept, plan)
        there = (slot * plan.seats + seat) * LANES
        for lane in range(LANES):
            one = b.cards[here + lane]
            b.cards[here + lane] = b.cards[there + lane]
            b.cards[there + lane] = one
        play_on(b, players, who, plan, seed, LANES, turn, plan.turns, seat, NOBODY, wanted)
        for lane in range(LANES):
            before = kept.board[SCORE + seat * LANES + lane]
            q[lane, slot - turn] = np.float32(b.board[SCORE + seat * LANES + lane] - before)


@compiled
def row_lesson(
    b: Block,
    kept: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    seed: np.uint64,
    game: np.uint64,
    turn: np.uint64,
    x: Floats,
    q: Floats,
    asked: Bytes,
    wanted: Bytes,
) -> None:
    """Seat 0 plays its lowest card at turn `turn`, or flips one.

    Where it has no place (`asked`): `x` (LANES × rows × features) and `q` (LANES × rows).
    """
    begin(b, plan, seed, game)
    play_on(b, players, who, plan, seed, LANES, _ZERO, turn, NOBODY, NOBODY, wanted)
    end = hand_end(plan, turn)
    if plan.flip:
        reveal(b.cards, plan, turn)
    else:
        _play_lowest(b, plan, turn, end)
        for seat in range(_ONE, plan.seats):
            choose(b, players[who[seat], :CARD_NET], plan, turn, end, seat, seed, LANES)
        reveal(b.cards, plan, turn)
        show(b, plan, turn)
    copy(kept, b, plan)
    for lane in range(LANES):
        asked[lane] = np.uint8(0)
    for row in range(plan.rows):
        copy(b, kept, plan)
        for place in range(plan.seats):
            turn_up(b.board, b.cards, turn * plan.seats + place)
            seek(b.board, plan)
            if plan.flip:
                see(b, (turn * plan.seats + place) * LANES)
            decide(b, players, who, plan, turn, end, place, seed, LANES)
            for lane in range(LANES):
                low = b.board[RIGHT_GAP + lane] == NO_GAP
                if plan.both:
                    low = low & (b.board[LEFT_GAP + lane] == NO_GAP)
                if low and b.board[SEAT + lane] == 0:
                    if row == 0:
                        _ask(b, plan, turn, end, place, lane, x)
                        asked[lane] = np.uint8(1)
                    b.board[WANT_ROW + lane] = np.uint8(row)
                    b.board[WANT_LEFT + lane] = np.uint8(0)
            aim(b.board, plan)
            settle(b.board, plan)
            tally(b.board, plan.seats)
        if turn + _ONE < plan.turns:
            play_on(b, players, who, plan, seed, LANES, turn + _ONE, plan.turns, NOBODY, NOBODY, wanted)
        for lane in range(LANES):
            q[lane, row] = np.float32(b.board[SCORE + lane] - kept.board[SCORE + lane])


@compiled
def _play_lowest(b: Block, plan: Plan, turn: Index, end: Index) -> None:
    """Seat 0 plays its lowest card, so that it is asked for a row often enough."""
    here = turn * plan.seats * LANES
    for slot in range(turn + _ONE, end):
        sort_two(b.cards, here, slot * plan.seats * LANES)


@compiled
def _ask(b: Block, plan: Plan, turn: Index, end: Index, place: Index, lane: Index, x: Floats) -> None:
    card = np.uint64(b.board[CARD + lane])
    cheapest = np.uint64(255)
    for row in range(plan.rows):
        cheapest = min(cheapest, row_price(b.board, plan, card, row, lane))
    for row in range(plan.rows):
        row_features(
            b.work, _ZERO, b.board, b.cards, b.seen, plan, turn, end, place, _ZERO, lane, row, cheapest
        )
        for feature in range(ROW_INPUTS):
            x[lane, row, feature] = b.work[INPUTS + feature * TILE]


@compiled
def pick_lesson(
    b: Block,
    kept: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    seed: np.uint64,
    game: np.uint64,
    number: np.uint64,
    x: Floats,
    q: Floats,
    wanted: Bytes,
) -> None:
    """Seat 0 makes pick `number` (of all, from 0) of a draft: `x` (LANES × cards × features) and `q`
    (LANES × cards), heads of the round.

    So `number` says who picks first. The cards are what its network likes best, and others drawn evenly from
    those that lie open; there are at most as many as lie open.
    """
    lay_open(b, plan)
    for lane in range(LANES):
        b.worlds[lane] = game + lane
    first = (plan.seats - number % plan.seats) % plan.seats
    pick_on(b, players, who, plan, seed, LANES, first, _ZERO, number, NONE)
    kept.hands[:] = b.hands
    cards = np.empty((np.uint64(x.shape[1]), LANES), dtype=np.uint8)
    _draw_picks(b, players[who[_ZERO], PICKS:], plan, seed, game, cards)
    for answer in range(np.uint64(x.shape[1])):
        b.hands[:] = kept.hands
        for at in range(_ZERO, LANES, TILE):
            for lane in range(TILE):
                b.sets[ASKED + lane] = np.uint64(cards[answer, at + lane])
            pick_features(b.work, b.sets, b.hands, plan, _ZERO, at)
            for lane in range(TILE):
                for feature in range(PICK_INPUTS):
                    x[at + lane, answer, feature] = b.work[INPUTS + feature * TILE + lane]
        draft_on(b, players, who, plan, seed, LANES, _ZERO, number, cards[answer], wanted)
        for lane in range(LANES):
            q[lane, answer] = np.float32(b.board[SCORE + lane])


@compiled
def _draw_picks(
    b: Block, net: Floats, plan: Plan, seed: np.uint64, game: np.uint64, cards: NDArray[np.uint8]
) -> None:
    """To `cards` (cards × LANES): what `net` likes best for seat 0, then other open cards, drawn evenly."""
    left = np.empty(TILE * _TWO, dtype=np.uint64)
    for at in range(_ZERO, LANES, TILE):
        pick_logits(b, net, plan, _ZERO, at)
        count = open_cards(b, at)
        for lane in range(TILE):
            low = b.hands[OPEN + at + lane]
            high = b.hands[OPEN + LANES + at + lane]
            best = _ZERO
            for order in range(count):
                left[order] = nth(low, high, np.uint64(order))
                if b.work[LOGITS + order * TILE + lane] > b.work[LOGITS + best * TILE + lane]:
                    best = np.uint64(order)
            left[best], left[0] = left[0], left[best]
            cards[0, at + lane] = np.uint8(left[0])
            for answer in range(_ONE, np.uint64(cards.shape[0])):
                # Nothing is dealt in a draft, so the places of the deal are free.
                bits = chance(seed, game + at + lane, answer)
                other = answer + (((bits >> _HALF) * (count - answer)) >> _HALF)
                left[answer], left[other] = left[other], left[answer]
                cards[answer, at + lane] = np.uint8(left[answer])
