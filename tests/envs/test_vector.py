"""The vector environment: what Gymnasium asks of one, and what it refuses."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from sixth.envs import EnvError
from sixth.envs.vector import SeatVectorEnv


def made(**options: Any) -> Any:
    return gymnasium.make_vec("Sixth-v0", 5, "vector_entry_point", **options)


def first_allowed(seen: dict[str, Any]) -> Any:
    return seen["action_mask"].argmax(axis=1)


def test_make_vec_gives_the_native_environment_with_its_reset_mode() -> None:
    env = made(opponents=["random"] * 3)
    assert isinstance(env.unwrapped, SeatVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    assert env.action_space.sample() in env.action_space


def test_games_end_and_begin_in_the_same_step() -> None:
    env = RecordEpisodeStatistics(made(opponents=["random"] * 3, end="rounds:1"))
    seen, _ = env.reset(seed=1)
    ended_games = 0
    for _ in range(60):
        seen, _, ended, cut, infos = env.step(first_allowed(seen))
        assert seen in env.observation_space
        assert not cut.any()
        for place in np.flatnonzero(ended):
            ended_games += 1
            last = infos["final_obs"][place]
            assert last["action_mask"].tolist() == [1] + [0] * 108
            assert seen["action_mask"][place].sum() == 10
            assert -infos["episode"]["r"][place] == infos["final_info"]["totals"][place, 0]
            assert infos["final_info"]["totals"][place].sum() <= 171
    assert ended_games >= 5 * 3


def test_seeds_and_only_seeds_decide_what_happens() -> None:
    def play(env: Any, seed: Any) -> list[bytes]:
        seen, _ = env.reset(seed=seed)
        found = []
        for _ in range(30):
            found.append(seen["observation"][1:3].tobytes())
            seen, *_ = env.step(first_allowed(seen))
        return found

    bots = ["random", "careful"]
    assert play(made(opponents=bots), 7) == play(made(opponents=bots), [3, 8, 9, 4, 5])
    assert play(made(opponents=bots), 7) != play(made(opponents=bots), 8)


def test_seeds_may_be_an_array_and_wrong_ones_are_refused_before_any_counts() -> None:
    env, other = made(opponents=["careful"]), made(opponents=["careful"])
    seen, _ = env.reset(seed=np.array([7, 8, 9, 10, 11]))
    assert (seen["observation"] == other.reset(seed=7)[0]["observation"]).all()
    wrong: list[Any] = [1.5, [0, 1, 2, 3, -1], [0, 1, 2, 3, 0.5], "01234"]
    for seed in wrong:
        with pytest.raises(EnvError, match=r"^seed is a "):
            env.reset(seed=seed)
    assert (env.reset()[0]["observation"] == other.reset()[0]["observation"]).all()


def test_a_mask_resets_single_places() -> None:
    env = made(opponents=["nearest"])
    seen, _ = env.reset(seed=1)
    before, *_ = env.step(first_allowed(seen))
    which = np.array([True, False, False, False, False])
    after, _ = env.reset(seed=1, options={"reset_mask": which})
    assert (after["observation"][1:] == before["observation"][1:]).all()
    assert (after["observation"][0] == seen["observation"][0]).all()


def test_a_game_without_end_is_truncated_and_the_next_one_is_that_of_a_single_environment() -> None:
    options: Any = {"opponents": ["nearest"], "max_rounds": 1, "end": "rounds:5"}
    env, single = made(**options), gymnasium.make("Sixth-v0", **options)
    (seen, _), (alone, _) = env.reset(seed=1), single.reset(seed=1)
    cuts = 0
    for _ in range(30):
        assert (seen["observation"][0] == alone["observation"]).all()
        actions = first_allowed(seen)
        seen, _, ended, cut, _ = env.step(actions)
        alone, _, _, is_cut, _ = single.step(actions[0])
        assert not ended.any()
        assert cut[0] == is_cut
        if is_cut:
            cuts += 1
            alone, _ = single.reset()
    assert cuts > 1


def test_an_action_outside_the_mask_ends_that_game_only() -> None:
    env = made(opponents=["nearest"], reward="heads")
    seen, _ = env.reset(seed=1)
    actions = first_allowed(seen)
    actions[3] = 105
    with pytest.warns(
        UserWarning, match="The action mask of place 3 does not allow row 0, so its game has ended"
    ):
        _, rewards, ended, _, infos = env.step(actions)
    assert ended.tolist() == [False, False, False, True, False]
    assert infos["final_info"]["illegal"].tolist() == ended.tolist()
    assert rewards[3] == -171


def test_bad_input_is_refused_in_one_sentence() -> None:
    env = made(opponents=["nearest"])
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^No game has begun; call reset\(\) first\.$"):
        env.step(np.zeros(5, dtype=np.int64))
    env.reset(seed=1)
    with pytest.raises(
        gymnasium.error.InvalidAction, match=r"^actions are 5 whole numbers, not float64 of shape"
    ):
        env.step(np.zeros(5))
    with pytest.raises(
        gymnasium.error.InvalidAction, match=r"^An action is a whole number from 0 to 108; not all"
    ):
        env.step(np.full(5, 109))
    for options, sentence in (
        (
            {"opponents": ["champion"]},
            "The vector environment has the bots random, nearest, careful, not 'champion'",
        ),
        ({"colour": "red"}, "There is no option 'colour'; the rules have seats,"),
        ({"reward": "money"}, "reward is heads, place or win, not 'money'."),
        ({"render_mode": "human"}, "The vector environment draws nothing"),
    ):
        with pytest.raises(EnvError) as caught:
            SeatVectorEnv(2, **options)
        assert str(caught.value).startswith(sentence)
    with pytest.raises(EnvError, match=r"^seed is a number or 5 numbers, not \[1, 2\]\.$"):
        env.reset(seed=[1, 2])
