"""A measurement is fair, and the players that nobody trained play as they should."""

from random import Random

import numpy as np

import sixth
from sixth.bots.nearest import NearestBot
from sixth.bots.policy import PolicyBot
from sixth.rules.events import Choose
from sixth.rules.play import Game
from sixth.sim.policy.architecture import PLAYER
from sixth.sim.policy.presets import at_random, untrained
from sixth.training.evaluation import measure
from sixth.training.executors import ThreadExecutor


def test_a_player_is_equal_to_itself() -> None:
    player = np.random.default_rng(1).normal(0, 0.3, int(PLAYER)).astype(np.float32)
    with ThreadExecutor(1) as executor:
        found = measure(player, {"itself": player, "other": at_random()}, executor=executor, blocks=1)
    assert found["itself"].heads == found["itself"].others
    assert found["itself"].wins == 0.25
    assert found["other"].heads != found["other"].others


def test_nearest_as_a_network_plays_like_the_bot() -> None:
    ours, theirs = PolicyBot(untrained()["nearest"]), NearestBot()
    rng = Random(2)
    same: list[bool] = []
    for number in range(12):
        game = Game(sixth.games["classic"].replace(seats=4, end=sixth.End("rounds", 1)), seed=number)
        while not game.over:
            seat = game.to_act[0]
            view = game.view(seat)
            if len(view.legal) > 1:
                mine, right = ours.act(view), theirs.act(view)
                same.append(mine == right)
                # Beyond 32 cards it does not see how far away a row is; rows it sees exactly.
                assert mine == right or isinstance(right, Choose)
            game.act(seat, rng.choice(view.legal))
    assert sum(same) > 0.9 * len(same)
