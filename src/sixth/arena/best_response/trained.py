"""A response that is trained: a policy that goes on learning, at a table where nobody else does."""

from pathlib import Path
from typing import Final

import numpy as np

from sixth.arena.watch import with_bar
from sixth.processors import cores
from sixth.rules.options import Rules
from sixth.sim.policy import weights
from sixth.training.examples import BEST, GAMES, PLACES, Cast, LessonOrder, askable, teach
from sixth.training.executors import Threads
from sixth.training.networks import Learner
from sixth.training.recipe import DEFAULT, Stage, Tables
from sixth.training.state import Memory

_STAGE: Final = Stage("response", 1, opponents=(), tables=Tables(), rates=(5e-4, 5e-5))
_CARE: Final = 4.0
"""With which it plays on in its lessons."""


def train(frozen: Path, path: Path, rules: Rules, seed: int, steps: int) -> None:
    """Write to `path` the policy that has learnt in so many steps to play against copies of `frozen`."""
    other = weights.load(frozen)
    learner = Learner(Memory.of(other), 0, _STAGE, DEFAULT, "cpu")
    who = np.ones(PLACES, dtype=np.uint64)
    care = np.full(PLACES, BEST)
    who[0], care[0] = 0, _CARE
    with Threads(cores()) as engine:
        for step in with_bar(steps):
            cast = Cast(np.stack([learner.memory().player, other]), who, care)
            learner.learn(engine.map(teach, _orders(rules, cast, seed, step)), step / steps)
    weights.save(path, learner.memory().player, note=f"a response to {frozen.name}")


def _orders(rules: Rules, cast: Cast, seed: int, step: int) -> list[LessonOrder]:
    """Lessons of every kind that these rules have, spread over the round; each step has games of its own."""
    rng = np.random.default_rng((seed, step))
    orders: list[LessonOrder] = []
    for kind, count in DEFAULT.lessons:
        turns = askable(kind, rules)
        for place in range(count if turns else 0):
            turn = turns[int((place + rng.random()) / count * len(turns))]
            game = (step * 100 + len(orders)) * GAMES
            orders.append(LessonOrder(kind, rules, turn, cast, seed, game))
    return orders
