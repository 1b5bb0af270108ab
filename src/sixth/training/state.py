"""What a training is between two steps: everything that it takes to go on."""

from dataclasses import dataclass, field

import numpy as np

from sixth.sim.policy.network import Floats
from sixth.training.evaluation import Measured
from sixth.training.recipe import Recipe


@dataclass(frozen=True)
class Job:
    """Which training it is; the same job gives the same policy."""

    recipe: Recipe
    seed: int
    """From 0 to 2⁶³ - 1."""


@dataclass(frozen=True)
class Memory:
    """The player, and what Adam remembers of its gradients: three arrays, each as long as a player."""

    player: Floats
    mean: Floats
    square: Floats

    @staticmethod
    def of(player: Floats) -> "Memory":
        """Nothing is remembered yet."""
        return Memory(player, np.zeros_like(player), np.zeros_like(player))


@dataclass(frozen=True)
class Row:
    """What is known of one moment of the training."""

    stage: str
    step: int
    """Of all steps, how many were done."""
    seconds: float
    """Time that the training had taken."""
    loss: float | None
    """Mean since the row before: how far what the logits foretell is from what answers cost beside one
    another, in heads squared. Most of it is luck. None before the first step."""
    entropy: float | None
    """Mean of its choices, in nats."""
    against: dict[str, Measured]
    """By yardstick."""


@dataclass(frozen=True)
class State:
    """Between two steps."""

    stage: int
    """Stages that are over,"""
    step: int
    """and steps of the next one that are done."""
    memory: Memory
    finished: tuple[Floats, ...] = ()
    """The players that the stages ended with,"""
    older: tuple[Floats, ...] = ()
    """and those that were kept on the way."""
    history: tuple[Row, ...] = ()
    since: tuple[float, float, int] = (0.0, 0.0, 0)
    """Since the last row: sums of loss and entropy, and of how many steps."""
    seconds: float = field(default=0.0, compare=False)

    def done(self, recipe: Recipe) -> int:
        """Steps done in all stages."""
        return sum(stage.steps for stage in recipe.stages[: self.stage]) + self.step
