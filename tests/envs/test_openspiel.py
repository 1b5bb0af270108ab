"""OpenSpiel's own tests, with small and whole decks; nothing of a hidden card is told."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, mcts

from sixth.envs.openspiel import SixthState

SMALL = "sixth(players=2,deck=10,hand=2,rows=2)"
GAMES = [
    SMALL,
    "sixth",
    "sixth(players=3,game=logic,hand=3)",
    "sixth(game=halves,deck=30)",
    "sixth(game=kids)",
    "sixth(game=both-ends,reward=place)",
    "sixth(players=3,game=elimination,end=elimination:5,hand=3,max_rounds=3)",
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_accepts_the_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=name == SMALL, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_converts_to_a_turn_based_one(name: str) -> None:
    game = pyspiel.load_game_as_turn_based(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("reward", ["place", "win"])
def test_a_search_for_terminal_rewards_plays_the_game(reward: str) -> None:
    game = pyspiel.load_game_as_turn_based(f"sixth(players=3,deck=16,hand=2,rows=2,reward={reward})")
    assert game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=np.random.RandomState(1))
    rng, state, paid = random.Random(1), game.new_initial_state(), np.zeros(3)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(bot.step(state))
            assert state.is_terminal() or not any(state.rewards())
    paid += state.rewards()
    assert [*paid] == [*state.returns()]


def test_rewards_for_heads_come_with_each_take() -> None:
    assert pyspiel.load_game("sixth").get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS


def test_algorithms_of_openspiel_run_on_the_game() -> None:
    """Counterfactual regret minimization on a deal so small that it has few states."""
    game = pyspiel.load_game_as_turn_based("sixth(players=2,deck=5,hand=1,rows=1)")
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    assert isinstance(solver.average_policy(), policy.Policy)


def dealt(name: str) -> SixthState:
    """The first state after the deal, which has the lowest cards."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def test_information_states_hold_no_hidden_card() -> None:
    """Two deals that differ only in the hands of others look the same."""
    game = pyspiel.load_game("sixth(players=3)")
    hand, others, rows = list(range(1, 11)), list(range(11, 31)), [40, 50, 60, 70]
    states = []
    for hidden in (others, [card + 70 for card in others]):
        state = game.new_initial_state()
        for card in (*hand, *hidden, *rows):
            state.apply_action(card)
        states.append(state)
    one, other = states
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_string(1) != other.information_state_string(1)


def test_no_observation_holds_a_pile_of_flips() -> None:
    assert "dealt 1: []" in dealt("sixth(game=kids,hand=10)").information_state_string(0)


def test_bad_input_is_refused_in_one_sentence() -> None:
    for parameters, sentence in (
        ("game=poker", "There is no game 'poker'; the games are classic,"),
        ("colour=red", "Unknown parameter"),
        ("tactical=True,deck=50", "tactical=True stands for a deck, so deck cannot be given as well."),
        ("game=halves,end=score:66", "end"),
    ):
        with pytest.raises((ValueError, pyspiel.SpielError), match=sentence):
            pyspiel.load_game(f"sixth({parameters})")
    with pytest.raises((ValueError, pyspiel.SpielError), match="The rules do not allow player 0 row 0 now"):
        dealt(SMALL).apply_actions([11, 3])
