"""The policy in plain Python, held to the kernels: the same features of each answer, and the same logits."""

import pytest
from hypothesis import given, strategies as st

from sixth.bots.kernel_answers import utility_sign
from sixth.bots.plain_policy import PlainPolicyBot
from sixth.bots.policy import PolicyBot, answer_logits
from sixth.policy import weights
from sixth.policy.player import Player
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.rules.view import View, view
from sixth.sim.policy.architecture import KINDS, PLAYER
from sixth.sim.policy.weights import FLAT, load
from tests.rules.strategies import combined_rules, moves, named_rules, seeds

NEAR = 1e-4

numbers_of = {path: weights.read(path) for path in (weights.SHIPPED, FLAT)}
"""The players that are shipped; `flat` weighs the features otherwise than the policy does."""


def decisions(rules: Rules, seed: int) -> list[View]:
    """Return the views of the decisions of a random game that its seats have to make."""
    return [
        view(move.before, move.before.actor if move.before.actor is not None else 0)
        for move in moves(rules, seed)
        if move.before.phase in ("pick", "choose", "take")
    ]


def check(seen: View) -> None:
    for path, numbers in numbers_of.items():
        kernels = utility_sign(seen) * answer_logits(seen, load(path))
        assert Player(numbers).logits(seen) == pytest.approx(kernels.tolist(), abs=NEAR)


@given(named_rules() | combined_rules(), seeds(), st.data())
def test_the_logits_are_those_of_the_kernels(rules: Rules, seed: int, data: st.DataObject) -> None:
    seen = [each for each in decisions(rules, seed) if len(each.legal) > 1]
    if seen:
        check(data.draw(st.sampled_from(seen)))


@pytest.mark.parametrize("name", GAMES)
def test_in_every_game_both_bots_play_the_same(name: str) -> None:
    plain = PlainPolicyBot(Player(weights.read()))
    kernels = PolicyBot(load())
    game = Game(GAMES[name].replace(seats=4), seed=3)
    while not game.over and game.state.round <= 2:
        for seat in game.to_act:
            seen = game.view(seat)
            action = kernels.act(seen)
            assert plain.act(seen) == action
            game.act(seat, action)


def test_a_file_has_the_features_of_the_kernels_in_their_order() -> None:
    assert [*weights.FEATURES] == [name for kind in KINDS.values() for name in kind.features]
    assert weights.PLAYER == PLAYER
