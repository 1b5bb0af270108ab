"""Whether the fast engine is there: the extra `fast`, which is numba and numpy."""

from importlib.util import find_spec
from typing import Final

INSTALLED: Final = all(find_spec(name) is not None for name in ("numba", "numpy"))
"""Without it, bots that search, the coach, simulations and all that learns are missing; all else is there."""
