"""The eight levels: drawn by a seed, and with fewer blunders at each level."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import sixth
from sixth import bots
from sixth.bots.levels import TEMPERATURES, SoftPolicyBot
from sixth.bots.plain_policy import PlainPolicyBot
from sixth.bots.policy import PolicyBot
from sixth.coach.account import BLUNDER
from sixth.coach.judgement import judge
from sixth.policy import weights as plain_weights
from sixth.policy.player import Player
from sixth.rules.events import Action
from sixth.rules.options import End
from sixth.rules.view import View
from sixth.sim.policy.weights import load_policy

_DRAWS = 12
"""The answers of each bot in each position."""


def decisions(name: str = "classic", *, seed: int = 1, every: int = 1) -> list[View]:
    """Return the decisions of a round of four bots in a named game, each `every`th of them; all rows."""
    rules = sixth.games[name].replace(seats=4)
    game = sixth.Game(rules.replace(end=End("rounds", 1)), seed=seed)
    players = [bots.make(each, seed=seed) for each in ("careful", "nearest", "careful", "random")]
    views = list[View]()
    while not game.over:
        for seat in game.to_act:
            view = game.view(seat)
            if len(view.legal) > 1:
                views.append(view)
            game.act(seat, players[seat].act(view))
    return [view for number, view in enumerate(views) if view.phase == "take" or number % every == 0]


def test_a_level_with_mistakes_draws_its_answers_by_its_seed() -> None:
    views = decisions(every=3)

    def answers(level: str, seed: int) -> list[Action]:
        bot = bots.make(level, seed=seed)
        return [bot.act(view) for view in views]

    for level in bots.levels[: len(TEMPERATURES)]:
        assert answers(level, 3) == answers(level, 3) != answers(level, 4)


@pytest.mark.parametrize("name", sixth.games)
def test_a_level_answers_in_every_named_game(name: str) -> None:
    for view in decisions(name, every=8):
        for level in bots.levels[:6]:
            assert bots.make(level, seed=1).act(view) in view.legal


def test_the_levels_with_mistakes_play_alike_without_the_fast_engine() -> None:
    fast, plain = PolicyBot(*load_policy()), PlainPolicyBot(Player(plain_weights.read()))
    for temperature in TEMPERATURES:
        for view in decisions(every=6):
            one, other = (SoftPolicyBot(policy, temperature, Random(2)) for policy in (fast, plain))
            assert one.act(view) == other.act(view)


def test_each_level_blunders_less_often_than_the_one_before_and_the_first_less_than_at_random() -> None:
    views = [view for seed in range(6) for view in decisions(seed=seed, every=9)]
    losses = [losses_of(view) for view in views]
    lost = [lost_by(name, views, losses) for name in ("random", *bots.levels[: len(TEMPERATURES)])]
    means = [each.mean() for each in lost]
    blunders = [(each > BLUNDER).mean() for each in lost]
    assert means == sorted(means, reverse=True)
    assert blunders == sorted(blunders, reverse=True)
    assert means[1] < 0.6 * means[0]
    assert blunders[1] < 0.7 * blunders[0]


def losses_of(view: View) -> NDArray[np.float64]:
    """Return what each answer costs compared with the best one, in heads, as the coach says."""
    judgement = judge(view, playouts=256)
    heads = judgement.heads.mean(axis=0)
    losses: NDArray[np.float64] = heads - heads[judgement.best]
    return losses


def lost_by(name: str, views: Sequence[View], losses: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return what the answers of a bot cost: `_DRAWS` for each of these positions."""
    bot = bots.make(name, seed=1)
    return np.array(
        [
            loss[view.legal.index(bot.act(view))]
            for view, loss in zip(views, losses, strict=True)
            for _ in range(_DRAWS)
        ]
    )
