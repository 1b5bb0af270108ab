"""Rounds played by networks in lanes, card by card as the rules and the same luck say, in whatever lane."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings

import sixth
from sixth.bots.policy import answer_logits
from sixth.rules.events import Action, Deal, Flipped, Revealed, Take
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import State, start
from sixth.rules.view import View, view
from sixth.sim.engine.chance import DECISIONS, chance, mixed
from sixth.sim.engine.lanes import deal_round, lay
from sixth.sim.engine.layout import CARD_SHIFT, LANES, SEAT_MASK, Plan, plan
from sixth.sim.policy.block import Block, block
from sixth.sim.policy.network import Floats
from sixth.sim.search.playouts import Lineup, Moment, noise, play_on, see
from tests.rules.strategies import seeds
from tests.sim.beside import played_out
from tests.sim.drafts import dealt, players, scores
from tests.sim.search.test_determinization import assert_even, one_round

ZERO = np.uint64(0)
SOME = 3
"""Lanes that the drawn cases play."""
WHO = np.array([0, 1] * 8, dtype=np.uint64)
"""Two players take turns around the table."""


def begun(setup: Plan, seed: int, *, first: int = 0, inverse_temperature: float = 1.0) -> Block:
    """A block of rounds that have been dealt, from game `first` on."""
    b = block()
    deal_round(b.cards, setup, np.uint64(seed), np.uint64(first))
    lay(b.board, b.cards, setup)
    for row in range(int(setup.rows)):
        see(b, (setup.turns * setup.seats + np.uint64(row)) * LANES)
    b.streams[:] = np.arange(first, first + int(LANES), dtype=np.uint64)
    b.inverse_temperature[:] = inverse_temperature
    return b


def finish(b: Block, net: Floats, setup: Plan, seed: int, games: int) -> None:
    play_on(b, Lineup(net, WHO), setup, np.uint64(seed), np.uint64(games), Moment(ZERO), setup.turns)


def plays(b: Block, setup: Plan, lane: int) -> list[dict[int, int]]:
    """Of each turn the card of each seat, after the round was played."""
    keys = b.cards.reshape(-1, int(LANES))[:, lane].reshape(-1)[: int(setup.turns * setup.seats)]
    pairs = np.stack([keys & SEAT_MASK, keys >> CARD_SHIFT], axis=1).reshape(int(setup.turns), -1, 2)
    return [{int(seat): int(card) for seat, card in turn} for turn in pairs]


# ------------------------------------------------------------------ by the rules


@dataclass
class Luck:
    """What the lanes draw their decisions from, in plain Python."""

    seed: int
    game: int
    net: Floats
    inverse_temperature: float

    def answer(self, seen: View) -> Action:
        """The best of liking and noise."""
        assert seen.seat is not None
        if len(seen.legal) == 1:
            return seen.legal[0]
        place = DECISIONS + np.uint64((seen.turn - 1) * seen.rules.seats + seen.seat)
        bits = np.uint64(chance(np.uint64(self.seed), np.uint64(self.game), place))
        if seen.phase == "take":
            bits = np.uint64(mixed(bits))
        luck = np.array([noise(bits, np.uint64(_number(each))) for each in seen.legal], dtype=np.float32)
        liked = answer_logits(seen, self.net[int(WHO[seen.seat])])
        return seen.legal[int((np.float32(self.inverse_temperature) * liked + luck).argmax())]


def _number(action: Action) -> int:
    return action.row if isinstance(action, Take) else action.card


def by_the_rules(rules: Rules, hands: list[list[int]], rows: list[int], half: int, luck: Luck) -> State:
    """The end of the round that begins with these cards."""
    order = tuple if rules.flips else sorted
    parts = [[order(hand[:half]) for hand in hands], [order(hand[half:]) for hand in hands]]
    _, state = advance(start(rules), None, Deal(tuple(card for hand in [*parts[0], rows] for card in hand)))
    return played_out(state, tuple(card for hand in parts[1] for card in hand), luck.answer)


@given(rules=one_round().filter(lambda rules: not rules.drafts), seed=seeds())
@settings(max_examples=50)
def test_lanes_play_card_by_card_as_the_rules_and_their_luck_say(rules: Rules, seed: int) -> None:
    setup, net = plan(rules), players(seed, 2)
    b = begun(setup, seed, inverse_temperature=1.0 if rules.goal == "fewest" else -1.0)
    cards = [dealt(b, setup, lane) for lane in range(SOME)]
    finish(b, net, setup, seed, SOME)
    for lane, (hands, rows) in enumerate(cards):
        end = by_the_rules(rules, hands, rows, int(setup.half), Luck(seed, lane, net, 1.0))
        assert scores(b, setup, lane) == list(end.past[-1])
        turns = [dict(enumerate(event.cards)) for event in end.history if isinstance(event, Revealed)]
        if rules.flips:
            turned = [(event.seat, event.card) for event in end.history if isinstance(event, Flipped)]
            turns = [dict(turned[at : at + rules.seats]) for at in range(0, len(turned), rules.seats)]
        assert plays(b, setup, lane) == turns


# ------------------------------------------------------------------ in whatever lane


@pytest.mark.parametrize("name", ["classic", "both-ends", "halves", "kids"])
def test_a_round_is_the_same_in_whatever_lane_and_tile_it_is_played(name: str) -> None:
    setup, net = plan(sixth.games[name].replace(seats=5)), players(3, 2)

    def played(first: int, games: int) -> list[tuple[list[int], list[dict[int, int]]]]:
        b = begun(setup, 9, first=first)
        finish(b, net, setup, 9, games)
        return [(scores(b, setup, lane), plays(b, setup, lane)) for lane in range(games)]

    many = played(100, 300)
    assert len({str(one) for one in many}) == 300
    assert played(250, 70) == many[150:220]
    assert played(399, 1) == many[299:]


# ------------------------------------------------------------------ the luck of a decision


def test_a_player_of_inverse_temperature_0_plays_every_card_as_often() -> None:
    setup = plan(Rules(seats=3, hand=3))
    counts: Counter[tuple[int, ...]] = Counter()
    for first in range(0, 20_480, int(LANES)):
        b = begun(setup, 4, first=first, inverse_temperature=0.0)
        hands = (b.cards >> CARD_SHIFT).reshape(-1, int(LANES))[:9].reshape(3, 3, -1).copy()
        finish(b, players(3, 2), setup, 4, int(LANES))
        keys = b.cards.reshape(-1, int(LANES))[:3]
        for lane in range(int(LANES)):
            here = {int(key & SEAT_MASK): int(key >> CARD_SHIFT) for key in keys[:, lane]}
            counts[tuple(hands[:, seat, lane].tolist().index(here[seat]) for seat in range(3))] += 1
    assert_even(counts, 27)


def test_answers_are_drawn_from_the_softmax_of_what_the_network_says() -> None:
    rules = Rules(seats=2, hand=3, deck=11, end=sixth.games["kids"].replace(seats=2).end)
    setup, net = plan(rules), players(3, 2)
    b = begun(setup, 4)
    # All lanes are dealt the cards of the first.
    b.cards.reshape(-1, int(LANES))[:] = b.cards.reshape(-1, int(LANES))[:, :1]
    lay(b.board, b.cards, setup)
    b.seen[: int(LANES)] = b.seen[0]
    b.seen[int(LANES) :] = b.seen[int(LANES)]
    hands, rows = dealt(b, setup, 0)
    finish(b, net, setup, 4, int(LANES))
    played = Counter(plays(b, setup, lane)[0][1] for lane in range(int(LANES)))
    cards = (*sorted(hands[0]), *sorted(hands[1]), *rows)
    seen = view(advance(start(rules), None, Deal(cards))[1], 1)
    weights = np.exp(answer_logits(seen, net[1]).astype(np.float64))
    for card, share in zip(seen.hand, weights / weights.sum(), strict=True):
        error = (share * (1 - share) / int(LANES)) ** 0.5
        assert abs(played[card] / int(LANES) - share) < 4.5 * error
