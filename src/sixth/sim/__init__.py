"""The same rules at native speed, for millions of rounds: many games side by side, one in each lane.

`Sim` is the way in. Who writes a `Policy` in numba reads `layout` for how a block of games lies in memory.
"""

from sixth.extras import require_extra

with require_extra("fast"):
    import numba  # noqa: F401
    import numpy  # noqa: F401

from sixth.sim.engine.checks import LEFT, SimError
from sixth.sim.engine.custom_policy import Policy
from sixth.sim.engine.trace import WHYS, Deal, Trace
from sixth.sim.simulation import TAKES, RowChoice, Sim

__all__ = ["LEFT", "TAKES", "WHYS", "Deal", "Policy", "RowChoice", "Sim", "SimError", "Trace"]
