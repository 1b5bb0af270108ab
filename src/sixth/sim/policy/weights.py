"""Policies as arrays, and the files that hold them.

`sixth.policy.weights` says what is in a file, and reads the small neural networks. If the policy has a hand
network, the file also holds `hand features` (the names of its inputs) and `hand` (float16, `HAND_NETWORK`
numbers).
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from sixth.files import open_atomic
from sixth.policy.weights import FEATURES, FORMAT, SHIPPED, WeightsError, not_finite, other_features, read
from sixth.sim.policy.hand_network import HAND_NETWORK
from sixth.sim.policy.hand_tokens import TOKEN_FEATURES
from sixth.sim.policy.network import Floats

__all__ = ["FLAT", "SHIPPED", "Policy", "WeightsError", "load", "load_policy", "save"]

FLAT: Final = Path(__file__).with_name("flat.npz")
"""The file of a player that does as flat Monte Carlo with endless playouts would."""

_HAND_FEATURES: Final = np.array(TOKEN_FEATURES)


class Policy(NamedTuple):
    """The neural networks of a policy."""

    player: Floats
    """float32, `PLAYER`: the small ones, which also play in rollouts."""
    hand: Floats | None
    """float32, `HAND_NETWORK`: the one that sees the hand as a whole, if the policy has one."""


def save(path: Path, player: Floats, *, note: str, hand: Floats | None = None) -> None:
    """Write a policy to `path`, whole or not at all, with a line on where it is from.

    Raises:
        OSError: The file cannot be written.
    """
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "features": np.array(FEATURES),
        "player": player,
        "note": np.array(note),
    }
    if hand is not None:
        arrays |= {"hand features": _HAND_FEATURES, "hand": hand.astype(np.float16)}
    with open_atomic(path) as file:
        np.savez(file, **arrays)


def load(path: Path = SHIPPED) -> Floats:
    """Read the player of the policy in `path`: `PLAYER` numbers, float32; may raise `WeightsError`."""
    return np.array(read(path), dtype=np.float32)


def load_policy(path: Path = SHIPPED) -> Policy:
    """Read the policy in `path`.

    Raises:
        WeightsError: there is no such file, it is no policy, or it was made for other features.
    """
    return Policy(load(path), _hand(path))


def _hand(path: Path) -> Floats | None:
    """Return the hand network of a policy that `read` has checked, if it has one."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            if "hand" not in archive:
                return None
            hand, names = archive["hand"], archive["hand features"]
    except Exception as error:  # a spoilt archive lets through whatever its decompressors raise
        raise other_features(path) from error
    if not np.array_equal(names, _HAND_FEATURES) or (hand.shape, hand.dtype) != ((HAND_NETWORK,), np.float16):
        raise other_features(path)
    if not np.isfinite(hand).all():
        raise not_finite(path)
    return np.ascontiguousarray(hand, dtype=np.float32)
