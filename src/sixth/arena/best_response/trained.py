"""Trained responses: a policy that goes on learning, at a table of frozen opponents."""

from pathlib import Path
from typing import Final

import numpy as np

from sixth.i18n import gettext as _
from sixth.processors import cores
from sixth.progress import track
from sixth.rules.options import Rules
from sixth.sim.policy import weights
from sixth.training.examples import BEST, GAMES, PLACES, ExampleTask, TaskSeating, askable, make_examples
from sixth.training.executors import ThreadExecutor
from sixth.training.networks import Learner
from sixth.training.recipe import DEFAULT, RuleShares, Stage
from sixth.training.state import Memory

_STAGE: Final = Stage("response", 1, opponents=(), tables=RuleShares(), rates=(5e-4, 5e-5))

_INVERSE_TEMPERATURE: Final = 4.0
"""The inverse temperature of the response in its own examples."""


def train(path: Path, *, against: Path, rules: Rules, seed: int, steps: int) -> None:
    """Train a policy in `steps` steps against copies of the policy `against`, and write it to `path`."""
    opponent = weights.load(against)
    learner = Learner(Memory.of(opponent), _STAGE, DEFAULT, device="cpu")
    player_of_seat = np.ones(PLACES, dtype=np.uint64)
    inverse_temperature = np.full(PLACES, BEST)
    player_of_seat[0], inverse_temperature[0] = 0, _INVERSE_TEMPERATURE
    with ThreadExecutor(cores()) as executor:
        for step in track(_("Training"), range(steps), steps):
            players = np.stack([learner.memory().player, opponent])
            tasks = _tasks(rules, TaskSeating(players, player_of_seat, inverse_temperature), seed, step)
            learner.learn(executor.map(make_examples, tasks), progress=step / steps)
    weights.save(path, learner.memory().player, note=f"a response to {against.name}")


def _tasks(rules: Rules, seating: TaskSeating, seed: int, step: int) -> list[ExampleTask]:
    """Return tasks of all kinds of examples of `rules`, spread over the round; steps have their own games."""
    rng = np.random.default_rng((seed, step))
    tasks: list[ExampleTask] = []
    for kind, count in DEFAULT.examples:
        turns = askable(kind, rules)
        for place in range(count if turns else 0):
            turn = turns[int((place + rng.random()) / count * len(turns))]
            game = (step * 100 + len(tasks)) * GAMES
            tasks.append(
                ExampleTask(kind=kind, rules=rules, turn=turn, seating=seating, seed=seed, game=game)
            )
    return tasks
