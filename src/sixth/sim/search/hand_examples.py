"""Training examples of whole hands: which card seat 0 plays, asked in `LANES` games, tried in several worlds.

As in `examples` each card of the hand is played out in the same world, and everybody plays on by their neural
network. The first world is the true one; in the others the cards that seat 0 does not see are dealt anew,
every way as likely. A mean over a few worlds costs less than as many more questions, of which each would go
through a larger neural network.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine import layout
from sixth.sim.engine.chance import chance
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.lanes import swap_strips
from sixth.sim.engine.layout import HALF, LANES, ONE, SCORE, ZERO, Index, Plan
from sixth.sim.policy.architecture import CARD_NET
from sixth.sim.policy.block import Block, Hand, hand_of
from sixth.sim.policy.card_sets import high_bit, high_word, low_bit, low_word, next_above
from sixth.sim.policy.hand_network import hand_logits
from sixth.sim.policy.hand_tokens import Tokens, write_tokens
from sixth.sim.policy.network import Floats
from sixth.sim.search.examples import begin, copy_block
from sixth.sim.search.playouts import NOBODY, Lineup, Moment, play_on

_WORLD_SHIFT: Final = np.uint64(44)
"""Worlds of a game have random streams so far apart that they meet those of no other game."""
_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)


class TriedHands(NamedTuple):
    """The cards of one hand of seat 0 in each lane, and what became of each. Arrays are by lane."""

    tokens: Tokens
    """The tokens of the hands, with the logits of the player of seat 0."""
    costs: NDArray[np.float32]
    """float32, `LANES` × cards: the mean cost of that card over the worlds, in heads: those that seat 0 still
    takes, less `rivals` times the mean of those that the others take."""
    worlds: np.uint64
    """In how many worlds each card is tried."""
    rivals: np.float32
    """What a head of the others is worth to seat 0, as a share of one of its own."""


@compiled
def hand_examples(
    b: Block,
    kept: Block,
    lineup: Lineup,
    plan: Plan,
    seed: np.uint64,
    game: np.uint64,
    turn: np.uint64,
    tried: TriedHands,
) -> None:
    """Ask seat 0 which card it plays in turn `turn`, and write what becomes of each to `tried`.

    The rounds are numbers `game` … `game` + `LANES` - 1 of `seed`.
    """
    begin(b, plan, seed, game)
    play_on(b, lineup, plan, seed, LANES, Moment(ZERO, NOBODY, NOBODY), turn)
    seat = ZERO
    hand = hand_of(plan, seat, turn)
    write_tokens(b, lineup.players[lineup.who[seat], :CARD_NET], plan, hand, LANES, tried.tokens)
    copy_block(kept, b, plan)
    tried.costs[:] = _0
    share = _1 / np.float32(tried.worlds)
    gain = tried.rivals * share / max(np.float32(plan.seats - ONE), _1)
    here = (turn * plan.seats + seat) * LANES
    for world in range(tried.worlds):
        if world > 0:
            for lane in range(LANES):
                kept.streams[lane] = (game + lane) | (np.uint64(world) << _WORLD_SHIFT)
            _deal_hidden(kept, plan, turn, hand.end, seed)
        for slot in range(turn, hand.end):
            copy_block(b, kept, plan)
            swap_strips(b.cards, here, (slot * plan.seats + seat) * LANES, LANES)
            play_on(b, lineup, plan, seed, LANES, Moment(turn, seat, NOBODY), plan.turns)
            for lane in range(LANES):
                before = kept.board[SCORE + seat * LANES + lane]
                after = b.board[SCORE + seat * LANES + lane]
                cost = share * np.float32(after - before)
                for other in range(ONE, plan.seats):
                    before = kept.board[SCORE + other * LANES + lane]
                    after = b.board[SCORE + other * LANES + lane]
                    cost -= gain * np.float32(after - before)
                tried.costs[lane, slot - turn] += cost


@compiled
def choose_by_hand(b: Block, player: Floats, net: Floats, plan: Plan, hand: Hand, tokens: Tokens) -> None:
    """Bring the card of `hand` with the highest logit of the hand network `net` to the strip of the turn.

    `player` is that of the seat (float32, `PLAYER`), `tokens` has room for all lanes.
    """
    write_tokens(b, player[:CARD_NET], plan, hand, LANES, tokens)
    logits = np.empty(hand.end - hand.turn, dtype=np.float32)
    here = (hand.turn * plan.seats + hand.seat) * LANES
    for lane in range(LANES):
        hand_logits(net, tokens, lane, logits)
        there = ((hand.turn + np.uint64(logits.argmax())) * plan.seats + hand.seat) * LANES
        one = b.cards[here + lane]
        b.cards[here + lane] = b.cards[there + lane]
        b.cards[there + lane] = one


@compiled
def _deal_hidden(b: Block, plan: Plan, turn: Index, end: Index, seed: np.uint64) -> None:
    """Deal all cards anew that seat 0, whose hand is in the strips of `turn` … `end` - 1, does not see."""
    size = np.uint64(plan.keys.size)
    pile = np.empty(size, dtype=np.uint16)
    for lane in range(LANES):
        own_low = ZERO
        own_high = ZERO
        for slot in range(turn, end):
            card = np.uint64(b.cards[slot * plan.seats * LANES + lane] >> layout.CARD_SHIFT)
            own_low |= low_bit(card)
            own_high |= high_bit(card)
        low = low_word(size + ONE) & ~ONE & ~b.seen[lane] & ~own_low
        high = high_word(size + ONE) & ~b.seen[LANES + lane] & ~own_high
        count = ZERO
        card = next_above(low, high, ZERO)
        while card <= size:
            pile[count] = plan.keys[card - ONE]
            count += ONE
            card = next_above(low, high, card)
        drawn = ZERO
        for slot in range(turn, plan.turns):
            for seat in range(plan.seats):
                if seat == 0 and slot < end:
                    continue
                # Nothing else is dealt in this stream, so the places of the deal are free.
                bits = chance(seed, b.streams[lane], drawn)
                other = drawn + (((bits >> HALF) * (count - drawn)) >> HALF)
                key = pile[other]
                pile[other] = pile[drawn]
                pile[drawn] = key
                b.cards[(slot * plan.seats + seat) * LANES + lane] = key
                drawn += ONE
