"""The game as an environment for learning: PettingZoo, Gymnasium and OpenSpiel (the extra `envs`).

`import sixth.envs` registers `Sixth-v0` with Gymnasium and `sixth-v0` with PettingZoo; `import
sixth.envs.openspiel` registers `sixth` with OpenSpiel. docs/envs.md describes observations and actions.
"""

from sixth.extras import require_extra

with require_extra("envs"):
    import gymnasium
    from pettingzoo.env_registry import registration as pettingzoo

from sixth.envs.layout import Field, Layout
from sixth.envs.options import EnvError, rules_of

__all__ = ["EnvError", "Field", "Layout", "rules_of"]

if "Sixth-v0" not in gymnasium.registry:
    gymnasium.register(
        "Sixth-v0",
        entry_point="sixth.envs.seat:SeatEnv",
        vector_entry_point="sixth.envs.vector:SeatVectorEnv",
    )
    pettingzoo.register("aec", "sixth-v0", "sixth.envs.table:env")
    pettingzoo.register("parallel", "sixth-v0", "sixth.envs.parallel:TableParallelEnv")
