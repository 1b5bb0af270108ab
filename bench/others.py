"""Card games of like size in other people's libraries, played at random, where those are installed.

They are other games with other lengths, so this tells the order of magnitude and nothing finer: hearts deals
52 cards to four seats, Hanabi has a deck of 50 and four players here.
"""

import importlib
import random
import warnings
from collections.abc import Callable
from typing import Any

GAMES = 20

Jobs = dict[str, tuple[int, Callable[[], object]]]


def _hearts(game: Any) -> None:
    rng = random.Random(1)
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def _hanabi(env: Any) -> None:
    for number in range(GAMES):
        env.reset(seed=number)
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))


def jobs() -> Jobs:
    """What can be measured here: jobs by name, each with the number of games that it plays."""
    found: Jobs = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            game = importlib.import_module("pyspiel").load_game("hearts")
            found["openspiel.hearts.4"] = GAMES, lambda: _hearts(game)
        except ImportError:
            pass
        try:
            env = importlib.import_module("pettingzoo.classic.hanabi_v5").env(players=4)
            found["pettingzoo.hanabi.4"] = GAMES, lambda: _hanabi(env)
        except ImportError:
            pass
    return found
