"""The state of a training between two steps."""

from dataclasses import dataclass, field

import numpy as np

from sixth.sim.policy.network import Floats
from sixth.training.evaluation import Score
from sixth.training.recipe import Recipe


@dataclass(frozen=True)
class TrainingJob:
    """The identity of a training; the same job gives the same policy."""

    recipe: Recipe
    seed: int
    """From 0 to 2⁶³ - 1."""


@dataclass(frozen=True)
class Memory:
    """A player (or a hand network), and what Adam remembers of its gradients: three arrays of one length."""

    player: Floats
    mean: Floats
    square: Floats

    @staticmethod
    def of(player: Floats) -> "Memory":
        """Return the memory of a player whose gradients are all still to come."""
        return Memory(player, np.zeros_like(player), np.zeros_like(player))


@dataclass(frozen=True)
class Measurement:
    """A measurement at one step of the training."""

    stage: str
    step: int
    """How many of all steps were done."""
    seconds: float
    """The time that the training had taken."""
    loss: float | None
    """The mean since the row before of how far what the logits foretell is from what answers cost beside one
    another, in heads squared. Most of it is luck. None before the first step."""
    entropy: float | None
    """The mean entropy of the player's choices since the row before, in nats."""
    against: dict[str, Score]
    """What was measured against each yardstick."""


@dataclass(frozen=True)
class TrainingState:
    """The state of a training between two steps: all that it needs to continue."""

    stage: int
    """How many stages are over."""
    step: int
    """How many steps of the next stage are done."""
    memory: Memory
    finished: tuple[Floats, ...] = ()
    """The players that the stages ended with."""
    older: tuple[Floats, ...] = ()
    """The older selves that were kept on the way."""
    history: tuple[Measurement, ...] = ()
    hand: Memory | None = None
    """The hand network and what Adam remembers of its gradients, once a stage has begun to train one."""
    since: tuple[float, float, int] = (0.0, 0.0, 0)
    """The sums of loss and entropy since the last row, and of how many steps."""
    seconds: float = field(default=0.0, compare=False)

    def done(self, recipe: Recipe) -> int:
        """Return how many steps are done in all stages."""
        return sum(stage.steps for stage in recipe.stages[: self.stage]) + self.step
