"""PettingZoo's own tests of an environment in which all agents act at once."""

from typing import Any

import pytest
from gymnasium.error import InvalidAction
from pettingzoo.env_registry.registration import make
from pettingzoo.test import parallel_api_test, parallel_seed_test

from sixth.envs import EnvError
from sixth.envs.parallel import TableParallelEnv
from sixth.envs.table import TableEnv
from sixth.rules.options import RulesError
from tests.envs.test_table import GAMES


@pytest.mark.filterwarnings("ignore:.*The game has ended:UserWarning")  # its seed test ignores the mask
@pytest.mark.parametrize("options", GAMES, ids=str)
def test_pettingzoo_accepts_the_environment(options: dict[str, Any]) -> None:
    parallel_api_test(TableParallelEnv(**options), num_cycles=30)
    parallel_seed_test(lambda: TableParallelEnv(**options), num_cycles=30)


def test_the_environment_is_registered() -> None:
    assert make("parallel", "sixth-v0", seats=2).possible_agents == ["player_0", "player_1"]


def test_a_seed_decides_the_deals_of_all_games_until_the_next_seed() -> None:
    table, other = TableParallelEnv(), TableParallelEnv()
    first, second = table.reset(seed=3)[0]["player_0"], table.reset()[0]["player_0"]
    assert (first["action_mask"] != second["action_mask"]).any()
    for expected in (first, second):
        seen = other.reset(seed=3 if expected is first else None)[0]["player_0"]
        assert (seen["observation"] == expected["observation"]).all()


def test_an_action_outside_the_mask_ends_the_game() -> None:
    table = TableParallelEnv(reward="heads", seats=2)
    seen, _ = table.reset(seed=1)
    right = int(seen["player_1"]["action_mask"].argmax())
    with pytest.warns(
        UserWarning, match=r"The action mask of player_0 does not allow wait\. The game has ended"
    ):
        _, rewards, ended, _, infos = table.step({"player_0": 0, "player_1": right})
    assert rewards == {"player_0": -171, "player_1": 0}
    assert ended == {"player_0": True, "player_1": True}
    assert infos["player_0"] == {"illegal": "The action mask of player_0 does not allow wait."}
    with pytest.raises(EnvError, match=r"^The game is over; call reset\(\) to begin another\.$"):
        table.step({})


def test_the_state_is_the_observations_of_all_seats() -> None:
    for table in (TableParallelEnv(seats=3), TableEnv(seats=3)):
        table.reset(seed=1)
        state = table.state()
        assert table.state_space.contains(state)
        seen, _ = TableParallelEnv(seats=3).reset(seed=1)
        assert (state.reshape(3, -1) == [seen[agent]["observation"] for agent in table.agents]).all()


def test_bad_input_is_refused_in_one_sentence() -> None:
    table = TableParallelEnv(seats=2)
    table.reset(seed=1)
    with pytest.raises(EnvError, match="there is no action for player_1"):
        table.step({"player_0": 1})
    with pytest.raises(InvalidAction, match=r"^An action is a whole number from 0 to 108, not 999\.$"):
        table.step({"player_0": 999, "player_1": 1})
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"colour": "red"}, EnvError, "There is no option 'colour'; the rules have seats, deck,"),
        ({"game": "poker"}, EnvError, "There is no game 'poker'; the games are classic,"),
        ({"reward": "money"}, EnvError, "reward is heads, place or win, not 'money'."),
        ({"end": "never"}, EnvError, "end is like score:66, rounds:1 or elimination:66, not 'never'."),
        ({"render_mode": "nonsense"}, EnvError, "render_mode is human, ansi or None, not 'nonsense'."),
        ({"max_rounds": 0}, EnvError, "max_rounds is a whole number from 1 to"),
        ({"seats": 11}, RulesError, "seats is a whole number from 2 to 10, not 11."),
        ({"hand": 99}, RulesError, "hand=99 with seats=4"),
    ]
    for options, error, sentence in wrong:
        with pytest.raises(error) as caught:
            TableParallelEnv(**options)
        assert str(caught.value).startswith(sentence)
