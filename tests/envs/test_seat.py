"""Gymnasium's own test of one seat at a table with bots, and what it refuses."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import example, given, strategies as st

from sixth.envs import EnvError
from sixth.envs.options import chance_seed
from sixth.envs.seat import SeatEnv
from sixth.envs.vector import SeatVectorEnv
from sixth.rules.events import Action
from sixth.rules.view import View


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


def test_a_bot_of_ones_own_can_be_an_opponent() -> None:
    asked = []

    class Lowest:
        def act(self, view: View) -> Action:
            asked.append(view.seat)
            return view.legal[0]

    env = SeatEnv(opponents=[Lowest(), "careful"], seat=1, end="rounds:1")
    seen, _ = env.reset(seed=1)
    done = False
    while not done:
        seen, _, done, _, _ = env.step(int(seen["action_mask"].argmax()))
    assert len(asked) >= 10
    assert set(asked) == {0}


@given(seed=st.integers(0, 2**200))
@example(seed=2**64 - 1)
@example(seed=2**64)
def test_any_whole_number_is_a_seed_and_deals_the_same_again(seed: int) -> None:
    single, many = SeatEnv(opponents=["nearest"]), SeatVectorEnv(2, opponents=["nearest"])
    first = single.reset(seed=seed)[0]["observation"]
    assert (first == single.reset(seed=seed)[0]["observation"]).all()
    # Place i of many has the games of seed + i.
    assert (first == many.reset(seed=seed)[0]["observation"][0]).all()
    second = SeatEnv(opponents=["nearest"]).reset(seed=seed + 1)[0]["observation"]
    assert (second == many.reset(seed=seed)[0]["observation"][1]).all()


def test_seeds_that_are_no_whole_numbers_are_refused() -> None:
    for seed in (-1, 1.5, "1"):
        with pytest.raises(EnvError, match=r"^seed is a whole number of at least 0, not"):
            chance_seed(seed)


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
        ({"opponents": "careful"}, "opponents is a list of 1 to 9 bots, not 'careful'."),
        ({"render_mode": "rgb_array"}, "render_mode is human, ansi or None, not 'rgb_array'."),
        ({"seat": 4}, "seat is a whole number from 0 to 3, not 4."),
        ({"seats": 4}, "seats is not an option: there is one for each opponent, and your own."),
    ):
        with pytest.raises(EnvError) as caught:
            SeatEnv(**options)
        assert str(caught.value).startswith(sentence)
