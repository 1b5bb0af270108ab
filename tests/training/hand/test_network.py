"""PyTorch and the kernel say the same of the same hand, in whatever order its cards are told."""

from itertools import islice

import numpy as np
import pytest
import torch

from sixth.bots.kernel_answers import thread_block, utility_sign
from sixth.bots.observation import observe
from sixth.bots.policy import PolicyBot, answer_logits, policy_logits
from sixth.sim.policy import hand_network
from sixth.sim.policy.hand_network import HAND_NETWORK
from sixth.sim.policy.hand_tokens import Tokens, room_for
from sixth.sim.policy.network import Floats
from sixth.sim.policy.presets import untrained
from sixth.sim.policy.weights import load
from sixth.sim.search.policy_logits import logits_of_hand
from sixth.training.examples import ExampleTask, askable
from sixth.training.hand.examples import HandQuestions, make_hand_questions
from sixth.training.hand.network import fresh_hand, hand_logits
from sixth.training.recipe import HAND, RuleShares
from sixth.training.sampling import Pool, draw_rules
from tests.training.test_networks import views

PLAYER = load()
STAGE = HAND.stages[0]


def any_network(seed: int) -> Floats:
    """A network whose parts all matter."""
    rng = np.random.default_rng(seed)
    return (fresh_hand(rng) + rng.normal(0, 0.1, HAND_NETWORK)).astype(np.float32)


def questions(seed: int, *, worlds: int = 1) -> HandQuestions:
    """Questions at a drawn table and in a drawn turn."""
    rng = np.random.default_rng(seed)
    turns: list[int] = []
    while not turns:
        rules = draw_rules(rng, RuleShares(home=0.1, sizes=0.1, named=0.3, drawn=0.5))
        turns = askable("card", rules)
    seating = Pool(PLAYER, {**untrained(), "flat": PLAYER}, ()).draw_seating(rng, STAGE, rules.seats)
    turn = turns[int(rng.integers(len(turns)))]
    return make_hand_questions(
        ExampleTask(kind="card", rules=rules, turn=turn, seating=seating, seed=7, game=0, worlds=worlds)
    )


def by_torch(net: Floats, tokens: Tokens) -> Floats:
    found: Floats = hand_logits(torch.from_numpy(net), *map(torch.from_numpy, tokens)).numpy()
    return found


def by_kernel(net: Floats, tokens: Tokens, game: int) -> Floats:
    logits = np.empty(tokens.cards.shape[1], dtype=np.float32)
    hand_network.hand_logits(net, tokens, np.uint64(game), logits)
    return logits


def turned(tokens: Tokens, order: np.ndarray) -> Tokens:
    """The same hands, their cards told in another order."""
    every = np.concatenate([order, np.arange(order.size, tokens.pairs.shape[1])])
    pairs = np.ascontiguousarray(tokens.pairs[:, every][:, :, every])
    return Tokens(np.ascontiguousarray(tokens.cards[:, order]), tokens.rows, pairs)


@pytest.mark.parametrize("seed", range(4))
def test_pytorch_and_the_kernel_give_the_same_logits(seed: int) -> None:
    net, tokens = any_network(seed), questions(seed).tokens
    expected = by_torch(net, tokens)
    assert expected.std() > 0.1
    for game in range(0, 1024, 50):
        np.testing.assert_allclose(by_kernel(net, tokens, game), expected[game], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_cards_changes_nothing(seed: int) -> None:
    net, tokens = any_network(seed), questions(seed).tokens
    order = np.random.default_rng(seed).permutation(tokens.cards.shape[1])
    other = turned(tokens, order)
    for game in range(0, 1024, 50):
        expected = by_kernel(net, tokens, game)[order]
        np.testing.assert_allclose(by_kernel(net, other, game), expected, rtol=1e-4, atol=1e-4)


def test_a_fresh_network_plays_as_the_small_one() -> None:
    net, tokens = fresh_hand(np.random.default_rng(1)), questions(5).tokens
    for game in range(0, 1024, 100):
        expected = tokens.cards[game, :, -1] * 10
        np.testing.assert_allclose(by_kernel(net, tokens, game), expected, rtol=1e-5)


@pytest.mark.parametrize("name", ["classic", "logic"])
def test_a_bot_has_the_logits_of_the_training(name: str) -> None:
    net, choices = any_network(3), 0
    for view in islice(views(name), 60):
        found = policy_logits(view, PLAYER, net)
        if view.phase != "choose":
            assert (found == answer_logits(view, PLAYER)).all()
            continue
        plan, observation = observe(view)
        tokens = room_for(1, len(view.hand), int(plan.rows))
        logits_of_hand(
            thread_block(), PLAYER, net, plan, observation, tokens, np.empty(len(view.hand), np.float32)
        )
        small = answer_logits(view, PLAYER) * utility_sign(view)
        np.testing.assert_allclose(tokens.cards[0, :, -1] * 10, small, rtol=1e-4, atol=1e-4)
        expected = by_torch(net, tokens)[0] * utility_sign(view)
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
        assert PolicyBot(PLAYER, net).act(view) == view.legal[int(found.argmax())]
        choices += 1
    assert choices > 20


def test_where_cards_go_to_both_ends_a_bot_keeps_to_the_small_network() -> None:
    for view in islice(views("both-ends"), 20):
        assert (policy_logits(view, PLAYER, any_network(3)) == answer_logits(view, PLAYER)).all()
