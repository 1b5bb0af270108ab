"""Gymnasium's own test of one seat at a table with bots, and what it refuses."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sixth.envs import EnvError
from sixth.envs.seat import SeatEnv


@pytest.mark.filterwarnings("ignore:.*so the game has ended:UserWarning")  # it ignores the mask
@pytest.mark.parametrize(
    "options",
    [{}, {"opponents": ["random"] * 4, "game": "logic"}, {"opponents": ["nearest"], "game": "kids"}],
    ids=str,
)
def test_gymnasium_accepts_the_environment(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("Sixth-v0", **options).unwrapped)


def test_a_stronger_bot_can_be_an_opponent() -> None:
    env = SeatEnv(opponents=["policy"], end="rounds:1")
    seen, _ = env.reset(seed=1)
    steps, done = 0, False
    while not done:
        assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
        seen, _, done, _, _ = env.step(int(seen["action_mask"].argmax()))
        steps += 1
    assert steps >= 10


def test_an_action_outside_the_mask_ends_the_game_and_another_needs_a_reset() -> None:
    env = SeatEnv(opponents=["careful"], reward="place")
    with pytest.raises(
        gymnasium.error.ResetNeeded, match=r"^The game is over; call reset\(\) to begin another"
    ):
        env.step(1)
    env.reset(seed=1)
    why = "The action mask does not allow row 0, so the game has ended."
    with pytest.warns(UserWarning, match=why):
        _, reward, ended, cut, info = env.step(env.layout.takes)
    assert (reward, ended, cut, info) == (-1, True, False, {"illegal": why})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)


def test_bad_input_is_refused_in_one_sentence() -> None:
    env = SeatEnv()
    env.reset(seed=1)
    wrong: list[Any] = [-1, 109, 1.5, "7", None, np.array([1, 2])]
    for action in wrong:
        with pytest.raises(
            gymnasium.error.InvalidAction, match=r"^An action is a whole number from 0 to 108, not"
        ):
            env.step(action)
    for options, sentence in (
        ({"opponents": ["clever"]}, "There is no bot 'clever'; the bots are random,"),
        ({"opponents": "careful"}, "opponents is a list of 1 to 9 names of bots, not 'careful'."),
        ({"seat": 4}, "seat is a whole number from 0 to 3, not 4."),
        ({"seats": 4}, "seats is not an option: there is one for each opponent, and your own."),
    ):
        with pytest.raises(EnvError) as caught:
            gymnasium.make("Sixth-v0", **options)
        assert str(caught.value).startswith(sentence)
