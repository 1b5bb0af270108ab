"""Worlds agree with all that was seen, are drawn evenly, and are as likely as plain Python says."""

from collections import Counter
from dataclasses import replace
from itertools import product
from math import log, prod

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.bots.kernel_answers import ONE_PLAYER
from sixth.bots.observation import observe
from sixth.rules.options import End, Rules
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.sim.engine.layout import CARD_SHIFT, Keys, Plan
from sixth.sim.policy.block import block
from sixth.sim.search.determinization import Float64Array, Observation, draw, log_likelihoods, resample_hands
from tests.bots.exact import Decision, Policy, decisions
from tests.rules.strategies import ONE_ROUND, combined_rules, named_rules, seeds
from tests.sim.drafts import players

SOME = 70
"""Worlds that the drawn cases look at: more than a tile."""


def drawn(observation: Observation, count: int, seed: int = 1) -> Keys:
    worlds = np.empty((len(observation.known), count), dtype=np.uint16)
    draw(worlds, observation, np.uint64(seed))
    return worlds


def remade(
    worlds: Keys, observation: Observation, plan: Plan, weights: Float64Array, count: int, sweeps: int = 20
) -> Keys:
    """New worlds of the hands in these, by weights (seats × worlds)."""
    origins = np.tile(np.arange(count, dtype=np.uint64) % worlds.shape[1], (len(weights), 1))
    resampled = np.empty((len(worlds), count), dtype=np.uint16)
    chances = np.cumsum(weights, axis=1)
    resample_hands(worlds, observation, plan, chances, np.uint64(sweeps), np.uint64(1), origins, resampled)
    return resampled


def one_round() -> st.SearchStrategy[Rules]:
    """Rules of a single round, in which anything may be hidden."""
    return st.one_of(named_rules(), combined_rules()).map(lambda rules: rules.replace(end=ONE_ROUND))


def decision_of(rules: Rules, seed: int, number: int) -> Decision | None:
    """Some decision of a game played at random."""
    found = [each for each in decisions(rules, seed) if each.state.phase != "pick"]
    return found[number % len(found)] if found else None


def state_of(world: Keys, decision: Decision) -> State:
    """The state that a world stands for."""
    state, players = decision.state, len(decision.state.seats_in)
    strips = (world >> CARD_SHIFT).reshape(-1, players).tolist()
    first = state.turn - 1 + (state.phase == "take")
    hands = list(state.hands)
    for number, seat in enumerate(state.seats_in):
        # Where seats flip in turn, one that comes later in this turn has its card still.
        begin = state.turn - 1 if len(hands[seat]) > len(hands[decision.seat]) else first
        cards = [turn[number] for turn in strips[begin : begin + len(hands[seat])]]
        hands[seat] = tuple(cards) if state.rules.flips else tuple(sorted(cards))
    return replace(state, hands=tuple(hands), chosen=(None,) * state.rules.seats)


@given(rules=one_round(), seed=seeds(), number=st.integers(0, 1000))
@settings(max_examples=60)
def test_a_world_is_one_that_the_seat_cannot_tell_from_the_truth(
    rules: Rules, seed: int, number: int
) -> None:
    decision = decision_of(rules, seed, number)
    if decision is None:
        return
    plan, observation = observe(decision.seen)
    worlds = drawn(observation, SOME, seed % 1000)
    if len(observation.hidden) and not rules.flips:
        weights = np.random.default_rng(seed).random((int(plan.seats), SOME))
        worlds = np.concatenate([worlds, remade(worlds, observation, plan, weights, SOME)], axis=1)
    blank = replace(decision.state, chosen=(None,) * rules.seats)
    for world in worlds.T:
        assert view(state_of(world, decision), decision.seat) == view(blank, decision.seat)
        cards = (world >> CARD_SHIFT).tolist()
        assert len(set(cards)) == len(cards)
        assert (world == observation.known)[observation.known > 0].all()


def assert_even(counts: Counter[tuple[int, ...]], ways: int) -> None:
    """Chi-square, with a bound that even draws pass all but once in a million."""
    assert len(counts) == ways
    expected = counts.total() / ways
    free = ways - 1
    found = sum((count - expected) ** 2 / expected for count in counts.values())
    assert found < free * (1 - 2 / (9 * free) + 4.75 * (2 / (9 * free)) ** 0.5) ** 3


TINY = Rules(seats=2, deck=8, hand=3, rows=2, row_limit=2, end=End("rounds", 1))


@pytest.mark.parametrize(
    "rules",
    [
        TINY,  # all that is unseen is in the other hand
        TINY.replace(seats=3, hand=2, deck=9),
        TINY.replace(play="flip", seats=3, hand=2),
        Rules(seats=2, deck=7, rows=1, deal="halves", end=End("rounds", 1)),
    ],
    ids=["classic", "some undealt", "flip", "halves"],
)
def test_all_ways_to_deal_the_hidden_cards_are_drawn_as_often(rules: Rules) -> None:
    decision = next(decisions(rules, seed=2))
    _, observation = observe(decision.seen)
    hidden = int((observation.known == 0).sum())
    left = len(observation.hidden)
    ways = int(np.prod(range(left - hidden + 1, left + 1)))
    worlds = drawn(observation, 200 * ways)[observation.known == 0]
    assert ways > 1
    assert_even(Counter(map(tuple, worlds.T.tolist())), ways)


@pytest.mark.parametrize(
    "rules",
    [
        TINY.replace(deck=10),
        TINY.replace(seats=3, hand=2, deck=12),
        Rules(seats=2, deck=9, rows=1, deal="halves", end=End("rounds", 1)),
    ],
    ids=["classic", "three seats", "halves"],
)
def test_hands_from_different_worlds_come_together_as_often_as_their_weights_say(rules: Rules) -> None:
    decision = next(decisions(rules, seed=2))
    plan, observation = observe(decision.seen)
    worlds, seats = drawn(observation, 500), int(plan.seats)
    by_seat = (worlds >> CARD_SHIFT).reshape(-1, seats, worlds.shape[1])[: int(plan.half)]
    hands = [[frozenset(cards) for cards in by_seat[:, seat].T.tolist()] for seat in range(seats)]
    weights = np.array([[1.0 + min(hand) % 3 for hand in each] for each in hands])
    shares = [Counter[frozenset[int]]() for _ in range(seats)]
    for seat, world in product(range(seats), range(worlds.shape[1])):
        shares[seat][hands[seat][world]] += weights[seat, world]
    fitting = {
        held: prod(share[hand] for share, hand in zip(shares, held, strict=True))
        for held in product(*shares)
        if len(frozenset.union(*held)) == sum(map(len, held))
    }
    new = (remade(worlds, observation, plan, weights, 20_000) >> CARD_SHIFT).reshape(-1, seats, 20_000)
    # What is dealt later is what nobody holds, too.
    assert all(len(set(world)) == len(world) for world in new.reshape(-1, 20_000).T.tolist())
    found = Counter(tuple(frozenset(hand) for hand in world) for world in new[: int(plan.half)].T.tolist())
    assert set(found) <= set(fitting)
    total = sum(fitting.values())
    for held, weight in fitting.items():
        expected = 20_000 * weight / total
        assert abs(found[held] - expected) < 6 * expected**0.5 + 6


@pytest.mark.parametrize("name", ["classic", "tactical", "both-ends", "halves", "logic", "elimination"])
@pytest.mark.parametrize("seats", [2, 4])
def test_worlds_are_as_likely_as_plain_python_says(name: str, seats: int) -> None:
    rules = sixth.games[name].replace(seats=seats, end=ONE_ROUND)
    both, player_of_type = players(3, 2), np.array([0, 1, 0], dtype=np.uint64)
    scales = np.array([0.0, 0.4, -2.0], dtype=np.float32)
    types = [(Policy(both[who]), float(scale)) for who, scale in zip(player_of_type, scales, strict=True)]
    compared = set[str]()
    for number, decision in enumerate(decisions(rules, seed=3)):
        if decision.state.phase == "pick" or (decision.state.phase == "choose" and number % 5):
            continue
        plan, observation = observe(decision.seen)
        worlds = drawn(observation, SOME)
        likely = np.empty((seats, len(scales), SOME))
        log_likelihoods(block(), both, player_of_type, scales, plan, observation, worlds, likely)
        assert (likely[decision.seat] == 0).all()
        others = [seat for seat in range(seats) if seat != decision.seat]
        for column in (0, SOME - 1):
            world = state_of(worlds[:, column], decision)
            for seat in others:
                expected = [log(who.chance_of_plays(decision, world, seat, scale)) for who, scale in types]
                assert likely[seat, :, column].tolist() == pytest.approx(expected, abs=1e-4)
        compared.add(decision.state.phase)
    assert compared == {"choose", "take"} or seats == 2


def test_however_unlikely_worlds_are_some_are_likelier_than_others() -> None:
    all_decisions = list(decisions(sixth.games["classic"].replace(seats=4, end=ONE_ROUND), seed=3))
    decision = all_decisions[len(all_decisions) // 2]
    plan, observation = observe(decision.seen)
    likely = np.empty((4, 1, SOME))
    sharp = np.array([1e4], dtype=np.float32)
    worlds = drawn(observation, SOME)
    log_likelihoods(block(), players(3), ONE_PLAYER[:1], sharp, plan, observation, worlds, likely)
    assert np.isfinite(likely).all()
    assert likely.min() < -1000
    assert len(set(likely.sum(axis=(0, 1)).tolist())) > 1
