"""PettingZoo's own tests of an environment in which one agent acts after the other."""

from typing import Any

import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, render_test, seed_test

import sixth.envs  # noqa: F401 - registers the game
from sixth.envs import EnvError
from sixth.envs.table import TableEnv, env

GAMES: list[dict[str, Any]] = [
    {"end": "rounds:1"},
    {"game": "logic", "seats": 3},
    {"game": "kids", "seats": 2},
    {"game": "elimination", "end": "elimination:20"},
]

# The library prefers boxes to dictionaries, but wants a dictionary where there is a mask.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning")


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_pettingzoo_accepts_the_environment(options: dict[str, Any]) -> None:
    api_test(env(**options), num_cycles=30)
    seed_test(lambda: env(**options), num_cycles=30)


def test_pettingzoo_accepts_the_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)
    assert "row 1" in capsys.readouterr().out


def test_the_environment_is_registered() -> None:
    table = make("aec", "sixth-v0", seats=3, game="both-ends")
    table.reset(seed=1)
    assert table.agents == ["player_0", "player_1", "player_2"]


def test_the_wrapper_ends_the_game_after_an_illegal_action(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    table = env(reward="win")
    table.reset(seed=1)
    table.step(0)
    assert table.rewards == {"player_0": -1, "player_1": 0, "player_2": 0, "player_3": 0}
    assert all(table.terminations.values())
    assert "Illegal move" in caplog.text + capfd.readouterr().err


def test_without_the_wrapper_an_illegal_action_is_an_error() -> None:
    table = TableEnv()
    with pytest.raises(EnvError, match=r"^The game is over; call reset\(\) to begin another\.$"):
        table.step(1)
    table.reset(seed=1)
    before = table.observe("player_0")
    with pytest.raises(EnvError, match=r"^The action mask of player_0 does not allow row 2\.$"):
        table.step(table.layout.takes + 2)
    assert (table.observe("player_0")["observation"] == before["observation"]).all()
