"""Players as arrays, and the files that hold them.

`sixth.policy.weights` says what is in a file, and reads it.
"""

from pathlib import Path
from typing import Final

import numpy as np

from sixth.files import open_atomic
from sixth.policy.weights import FEATURES, FORMAT, SHIPPED, WeightsError, read
from sixth.sim.policy.network import Floats

__all__ = ["FLAT", "SHIPPED", "WeightsError", "load", "save"]

FLAT: Final = Path(__file__).with_name("flat.npz")
"""The file of a player that does as flat Monte Carlo with endless playouts would."""


def save(path: Path, player: Floats, *, note: str) -> None:
    """Write a player to `path`, whole or not at all, with a line on where it is from.

    Raises:
        OSError: The file cannot be written.
    """
    with open_atomic(path) as file:
        np.savez(
            file, format=np.array(FORMAT), features=np.array(FEATURES), player=player, note=np.array(note)
        )


def load(path: Path = SHIPPED) -> Floats:
    """Read the player in `path`: `PLAYER` numbers, float32.

    Raises:
        WeightsError: there is no such file, it is no policy, or it was made for other features.
    """
    return np.array(read(path), dtype=np.float32)
