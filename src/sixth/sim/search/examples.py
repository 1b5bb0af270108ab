"""Training examples by the thousand: questions to a policy, and what each answer cost.

A question is a moment of a round between neural networks. Each answer (card of the hand, row to take, card to
pick) is played out in the very same world: the same hidden cards, the same luck, everybody plays on by their
neural network. What one world says is mostly luck, but a network trained on many of them learns the mean over
all that a seat cannot see, drawn exactly as often as they happen; no opponent's hand need be guessed.

In the kernels here `b` and `kept` are blocks to work in, `lineup` says who plays, and `game` is the number of
lane 0's game of `seed`. They write `tried`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine import layout
from sixth.sim.engine.chance import chance
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.lanes import (
    aim,
    deal_round,
    lay,
    reveal,
    seek,
    settle,
    sort_two,
    swap_strips,
    tally,
    turn_up,
)
from sixth.sim.engine.layout import HALF, LANES, ONE, SCORE, TWO, ZERO, Bytes, Index, Plan, hand_end
from sixth.sim.policy import network
from sixth.sim.policy.architecture import PICKS
from sixth.sim.policy.block import Block, hand_of
from sixth.sim.policy.card_features import card_features
from sixth.sim.policy.card_sets import look
from sixth.sim.policy.network import TILE, Floats
from sixth.sim.policy.pick_features import ASKED, pick_features
from sixth.sim.policy.row_features import CHEAPEST, LANE, ROW, row_features, row_price
from sixth.sim.search import drafts
from sixth.sim.search.playouts import NOBODY, Lineup, Moment, choose, decide, play_on, see, show


class Tried(NamedTuple):
    """The answers to one question of seat 0 in each lane, and what became of each. Arrays are by lane."""

    features: Floats
    """float32, `LANES` × answers × inputs: the inputs of the neural network for each answer."""
    costs: Floats
    """float32, `LANES` × answers: the heads that seat 0 still takes this round if it gives that answer."""
    asked: Bytes
    """uint8, `LANES`: 1 in the lanes that have the question. Only `row_examples` writes it."""


@compiled
def begin(b: Block, plan: Plan, seed: np.uint64, game: np.uint64) -> None:
    """Deal rounds `game` … `game` + `LANES` - 1 of `seed`."""
    deal_round(b.cards, plan, seed, game)
    lay(b.board, b.cards, plan)
    for lane in range(LANES):
        b.streams[lane] = game + lane
        b.seen[lane] = ZERO
        b.seen[LANES + lane] = ZERO
    for row in range(plan.rows):
        see(b, (plan.turns * plan.seats + row) * LANES)


@compiled
def copy_block(to: Block, b: Block, plan: Plan) -> None:
    """Copy the moment at which `b` is, between two turns, to `to`."""
    used = (plan.turns * plan.seats) * LANES
    to.cards[:used] = b.cards[:used]
    for start in (layout.LAST, layout.FIRST, layout.COUNT, layout.COST):
        to.board[start : start + plan.rows * LANES] = b.board[start : start + plan.rows * LANES]
    to.board[SCORE : SCORE + plan.seats * LANES] = b.board[SCORE : SCORE + plan.seats * LANES]
    to.seen[:] = b.seen
    to.streams[:] = b.streams


@compiled
def card_examples(
    b: Block,
    kept: Block,
    lineup: Lineup,
    plan: Plan,
    seed: np.uint64,
    game: np.uint64,
    turn: np.uint64,
    tried: Tried,
) -> None:
    """Ask seat 0 which card it plays in turn `turn`: every card of its hand is an answer, by its turn."""
    begin(b, plan, seed, game)
    play_on(b, lineup, plan, seed, LANES, Moment(ZERO, NOBODY, NOBODY), turn)
    seat = ZERO
    hand = hand_of(plan, seat, turn)
    end = hand.end
    for at in range(ZERO, LANES, TILE):
        look(b, plan, hand, at)
        for slot in range(turn, end):
            card_features(b, plan, hand, slot, at)
            _keep_features(b, tried.features, at, slot - turn, network.CARD_INPUTS)
    copy_block(kept, b, plan)
    here = (turn * plan.seats + seat) * LANES
    for slot in range(turn, end):
        copy_block(b, kept, plan)
        swap_strips(b.cards, here, (slot * plan.seats + seat) * LANES, LANES)
        play_on(b, lineup, plan, seed, LANES, Moment(turn, seat, NOBODY), plan.turns)
        for lane in range(LANES):
            before = kept.board[SCORE + seat * LANES + lane]
            tried.costs[lane, slot - turn] = np.float32(b.board[SCORE + seat * LANES + lane] - before)


@compiled
def row_examples(
    b: Block,
    kept: Block,
    lineup: Lineup,
    plan: Plan,
    seed: np.uint64,
    game: np.uint64,
    turn: np.uint64,
    tried: Tried,
) -> None:
    """Ask seat 0 which row it takes in turn `turn`, in which it plays its lowest card, or flips one.

    Every row is an answer. Only lanes where that card has no place have the question: `tried.asked` is 1
    there, and what is written elsewhere has no meaning.
    """
    begin(b, plan, seed, game)
    play_on(b, lineup, plan, seed, LANES, Moment(ZERO, NOBODY, NOBODY), turn)
    end = hand_end(plan, turn)
    if plan.flip:
        reveal(b.cards, plan, turn)
    else:
        _play_lowest(b, plan, turn, end)
        for seat in range(ONE, plan.seats):
            choose(b, lineup, plan, hand_of(plan, seat, turn), seed, LANES)
        reveal(b.cards, plan, turn)
        show(b, plan, turn)
    copy_block(kept, b, plan)
    for lane in range(LANES):
        tried.asked[lane] = np.uint8(0)
    for row in range(plan.rows):
        copy_block(b, kept, plan)
        for place in range(plan.seats):
            turn_up(b.board, b.cards, turn * plan.seats + place)
            seek(b.board, plan)
            if plan.flip:
                see(b, (turn * plan.seats + place) * LANES)
            decide(b, lineup, plan, turn, place, seed, LANES)
            for lane in range(LANES):
                low = b.board[layout.RIGHT_GAP + lane] == layout.NO_GAP
                if plan.both:
                    low = low & (b.board[layout.LEFT_GAP + lane] == layout.NO_GAP)
                if low and b.board[layout.SEAT + lane] == 0:
                    if row == 0:
                        _ask(b, plan, turn, place, lane, tried.features)
                        tried.asked[lane] = np.uint8(1)
                    b.board[layout.CHOSEN_ROW + lane] = np.uint8(row)
                    b.board[layout.CHOSEN_LEFT + lane] = np.uint8(0)
            aim(b.board, plan)
            settle(b.board, plan)
            tally(b.board, plan.seats)
        if turn + ONE < plan.turns:
            play_on(b, lineup, plan, seed, LANES, Moment(turn + ONE, NOBODY, NOBODY), plan.turns)
        for lane in range(LANES):
            tried.costs[lane, row] = np.float32(b.board[SCORE + lane] - kept.board[SCORE + lane])


@compiled
def _keep_features(b: Block, features: Floats, at: Index, answer: Index, inputs: Index) -> None:
    """Keep what `b.work` holds for the tile at lane `at` as the features of one answer."""
    for lane in range(TILE):
        for feature in range(inputs):
            features[at + lane, answer, feature] = b.work[network.INPUTS + feature * TILE + lane]


@compiled
def _play_lowest(b: Block, plan: Plan, turn: Index, end: Index) -> None:
    """Seat 0 plays its lowest card, so that it is asked for a row often enough."""
    here = turn * plan.seats * LANES
    for slot in range(turn + ONE, end):
        sort_two(b.cards, here, slot * plan.seats * LANES)


@compiled
def _ask(b: Block, plan: Plan, turn: Index, place: Index, lane: Index, features: Floats) -> None:
    """Write the features of all rows for the card that is being placed in `lane` to `features`."""
    card = np.uint64(b.board[layout.CARD + lane])
    cheapest = np.uint64(255)
    for row in range(plan.rows):
        cheapest = min(cheapest, row_price(b.board, plan, card, row, lane))
    for row in range(plan.rows):
        b.questions[LANE + row] = lane
        b.questions[ROW + row] = row
        b.questions[CHEAPEST + row] = cheapest
    row_features(b, plan, turn, place, plan.rows)
    for row in range(plan.rows):
        for feature in range(network.ROW_INPUTS):
            features[lane, row, feature] = b.work[network.INPUTS + feature * TILE + row]


@compiled
def pick_examples(
    b: Block,
    kept: Block,
    lineup: Lineup,
    plan: Plan,
    seed: np.uint64,
    game: np.uint64,
    number: np.uint64,
    tried: Tried,
) -> None:
    """Ask seat 0 which card it picks as pick `number` (of all, from 0) of a draft, in the order this implies.

    There are `tried.costs.shape[1]` answers, at most as many as cards lie open: the card of the highest
    logit, and others drawn evenly.
    """
    drafts.lay_open(b, plan)
    for lane in range(LANES):
        b.streams[lane] = game + lane
    first = (plan.seats - number % plan.seats) % plan.seats
    drafts.pick_on(b, lineup, plan, seed, LANES, drafts.DraftMoment(first, ZERO, False), number)
    kept.hands[:] = b.hands
    cards = np.empty((np.uint64(tried.features.shape[1]), LANES), dtype=np.uint8)
    _draw_picks(b, lineup.players[lineup.who[ZERO], PICKS:], plan, seed, game, cards)
    for answer in range(np.uint64(tried.features.shape[1])):
        b.hands[:] = kept.hands
        b.forced[:] = cards[answer]
        for at in range(ZERO, LANES, TILE):
            for lane in range(TILE):
                b.sets[ASKED + lane] = np.uint64(b.forced[at + lane])
            pick_features(b, plan, ZERO, at)
            _keep_features(b, tried.features, at, answer, network.PICK_INPUTS)
        drafts.draft_on(b, lineup, plan, seed, LANES, drafts.DraftMoment(ZERO, number, True))
        for lane in range(LANES):
            tried.costs[lane, answer] = np.float32(b.board[SCORE + lane])


@compiled
def _draw_picks(
    b: Block, net: Floats, plan: Plan, seed: np.uint64, game: np.uint64, cards: NDArray[np.uint8]
) -> None:
    """Write to `cards` (uint8, answers × `LANES`) the best open card for seat 0 by `net`, then any others."""
    left = np.empty(TILE * TWO, dtype=np.uint64)
    for at in range(ZERO, LANES, TILE):
        drafts.pick_logits(b, net, plan, ZERO, at)
        count = drafts.open_cards(b.hands, at)
        for lane in range(TILE):
            low = b.hands[layout.OPEN + at + lane]
            high = b.hands[layout.OPEN + LANES + at + lane]
            best = ZERO
            for order in range(count):
                left[order] = drafts.nth(low, high, np.uint64(order))
                if b.work[network.LOGITS + order * TILE + lane] > b.work[network.LOGITS + best * TILE + lane]:
                    best = np.uint64(order)
            left[best], left[0] = left[0], left[best]
            cards[0, at + lane] = np.uint8(left[0])
            for answer in range(ONE, np.uint64(cards.shape[0])):
                # Nothing is dealt in a draft, so the places of the deal are free.
                bits = chance(seed, game + at + lane, answer)
                other = answer + (((bits >> HALF) * (count - answer)) >> HALF)
                left[answer], left[other] = left[other], left[answer]
                cards[answer, at + lane] = np.uint8(left[answer])
