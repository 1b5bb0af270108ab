"""Training: the simulation asks, tries every answer, and the networks of the policy learn from what it cost.

`sixth train` is the way in; `docs/training.md` says what it does and why, `recipe.DEFAULT` how long and how
much of everything.
"""

from sixth.training.command import Order, carry_out
from sixth.training.errors import LearnError, LearnUsageError

__all__ = ["LearnError", "LearnUsageError", "Order", "carry_out"]
