"""The weights of a player in one small file: a plain numpy archive, read without pickle and checked.

The archive holds `format` (the text `FORMAT`, with its version), `features` (the names of all inputs, so that
a file made for others is refused), `player` (float32, `PLAYER` numbers) and `note`, a line on its origin.
If the policy has a hand network, the archive also holds `hand features` and `hand` (float16, `HAND_NETWORK`
numbers).
"""

from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from sixth.files import open_atomic
from sixth.os_errors import os_error
from sixth.rules.sentence import SentenceError
from sixth.sim.policy.architecture import KINDS, PLAYER
from sixth.sim.policy.hand_network import HAND_NETWORK
from sixth.sim.policy.hand_tokens import TOKEN_FEATURES
from sixth.sim.policy.network import Floats

FORMAT: Final = "sixth-policy/1"
SHIPPED: Final = Path(__file__).with_name("policy.npz")
"""The file of the policy of this package."""
FLAT: Final = Path(__file__).with_name("flat.npz")
"""The file of a player that does as flat Monte Carlo with endless playouts would."""

_MAX_BYTES: Final = 1_000_000
_FEATURES: Final = np.array([name for kind in KINDS.values() for name in kind.features])
_HAND_FEATURES: Final = np.array(TOKEN_FEATURES)
_HAND_ARRAYS: Final = ("hand features", "hand")


class WeightsError(SentenceError, ValueError):
    """A file is not a policy that this version can play."""


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
        "features": _FEATURES,
        "player": player,
        "note": np.array(note),
    }
    if hand is not None:
        arrays |= {"hand features": _HAND_FEATURES, "hand": hand.astype(np.float16)}
    with open_atomic(path) as file:
        np.savez(file, **arrays)


def load(path: Path = SHIPPED) -> Floats:
    """Read the player of the policy in `path`: `PLAYER` numbers, float32; may raise `WeightsError`."""
    return load_policy(path).player


def load_policy(path: Path = SHIPPED) -> Policy:
    """Read the policy in `path`.

    Raises:
        WeightsError: there is no such file, it is no policy, or it was made for other features.
    """
    try:
        size = path.stat().st_size
        data = BytesIO(path.read_bytes() if size <= _MAX_BYTES else b"")
    except OSError as error:
        raise WeightsError(
            "unreadable", "{file} cannot be read: {why}.", file=path, why=os_error(error)
        ) from error
    if size > _MAX_BYTES:
        raise WeightsError(
            "too-large",
            "{file} is larger than a policy is ({most} bytes at most).",
            file=path,
            most=_MAX_BYTES,
        )
    try:
        with np.load(data, allow_pickle=False) as archive:
            content = {name: archive[name] for name in ("format", "features", "player")}
            content |= {name: archive[name] for name in _HAND_ARRAYS if name in archive}
    except Exception as error:  # a spoilt archive lets through whatever its decompressors raise
        raise WeightsError(
            "not-a-policy", "{file} is not a policy; `sixth train` makes one.", file=path
        ) from error
    if str(content["format"]) != FORMAT:
        raise WeightsError(
            "other-format",
            "{file} is not a policy of format {format}; `sixth train` makes one.",
            file=path,
            format=FORMAT,
        )
    player = content["player"]
    same = np.array_equal(content["features"], _FEATURES)
    same = same and player.shape == (int(PLAYER),) and player.dtype == np.float32
    hand = content.get("hand")
    if hand is not None:
        same = same and np.array_equal(content.get("hand features", []), _HAND_FEATURES)
        same = same and hand.shape == (HAND_NETWORK,) and hand.dtype == np.float16
    if not same:
        raise WeightsError(
            "other-features",
            "{file} was made for other features; train it again with `sixth train`.",
            file=path,
        )
    if not np.isfinite(player).all() or not (hand is None or np.isfinite(hand).all()):
        raise WeightsError(
            "not-finite",
            "{file} holds numbers that are not finite; train it again with `sixth train`.",
            file=path,
        )
    return Policy(
        np.ascontiguousarray(player), None if hand is None else np.ascontiguousarray(hand, dtype=np.float32)
    )
