"""Training: the simulation asks, tries every answer, and the policy's networks learn what each of them cost.

`sixth train` is the way in. `docs/training.md` says what it does and why, `recipe.DEFAULT` how long and how
much of everything.
"""

from sixth.training.command import run
from sixth.training.errors import TrainingError, TrainingUsageError
from sixth.training.options import Options

__all__ = ["Options", "TrainingError", "TrainingUsageError", "run"]
