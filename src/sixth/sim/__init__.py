"""The same rules at native speed, for millions of rounds: many games side by side, one in each lane.

`Sim` is the way in. Who writes a `Policy` in numba reads `layout` for how a block of games lies in memory.
"""

from sixth.sim.checks import LEFT
from sixth.sim.errors import SimError
from sixth.sim.policy import Policy
from sixth.sim.simulation import TAKES, RowChoice, Sim
from sixth.sim.trace import WHYS, Deal, Trace

__all__ = ["LEFT", "TAKES", "WHYS", "Deal", "Policy", "RowChoice", "Sim", "SimError", "Trace"]
