"""The weights of a player in one small file: a plain numpy archive, read without pickle and checked.

The archive holds `format` (this text, with its version), `features` (the names of all inputs, so that a file
made for others is refused), `player` (float32, see `playing.PLAYER`) and `note`, a line on where it is from.
"""

from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np

from sixth.files import written_whole
from sixth.os_errors import os_error
from sixth.rules.sentence import SentenceError
from sixth.sim.policy.card_features import CARD_FEATURES
from sixth.sim.policy.network import Floats
from sixth.sim.policy.row_features import ROW_FEATURES
from sixth.sim.search.drafts import PICK_FEATURES
from sixth.sim.search.playouts import PLAYER

FORMAT: Final = "sixth-policy/1"
SHIPPED: Final = Path(__file__).with_name("policy.npz")
"""The policy of this package,"""
FLAT: Final = Path(__file__).with_name("flat.npz")
"""and one that plays as flat Monte Carlo with endless playouts would: the first stage of its training."""

_LARGEST: Final = 1_000_000
_FEATURES: Final = np.array(
    [text.partition(":")[0] for text in (*CARD_FEATURES, *ROW_FEATURES, *PICK_FEATURES)]
)


class WeightsError(SentenceError, ValueError):
    """A file is not a policy that this version can play."""


def save(path: Path, player: Floats, *, note: str) -> None:
    """Write a player to `path`, whole or not at all, with a line on where it is from.

    Raises:
        OSError: The file cannot be written.
    """
    with written_whole(path) as file:
        np.savez(file, format=np.array(FORMAT), features=_FEATURES, player=player, note=np.array(note))


def load(path: Path = SHIPPED) -> Floats:
    """The player in `path`: `PLAYER` numbers, float32.

    Raises:
        WeightsError: there is no such file, it is no policy, or it was made for other features.
    """
    try:
        size = path.stat().st_size
        data = BytesIO(path.read_bytes() if size <= _LARGEST else b"")
    except OSError as error:
        raise WeightsError(
            "unreadable", "{file} cannot be read: {why}.", file=path, why=os_error(error)
        ) from error
    if size > _LARGEST:
        raise WeightsError(
            "too-large",
            "{file} is larger than a policy is ({most} bytes at most).",
            file=path,
            most=_LARGEST,
        )
    try:
        with np.load(data, allow_pickle=False) as archive:
            found = {name: archive[name] for name in ("format", "features", "player")}
    except Exception as error:  # a spoilt archive lets through whatever its decompressors raise
        raise WeightsError(
            "not-a-policy", "{file} is not a policy; `sixth train` makes one.", file=path
        ) from error
    if str(found["format"]) != FORMAT:
        raise WeightsError(
            "other-format",
            "{file} is not a policy of format {format}; `sixth train` makes one.",
            file=path,
            format=FORMAT,
        )
    player = found["player"]
    same = found["features"].shape == _FEATURES.shape and (found["features"] == _FEATURES).all()
    if not same or player.shape != (int(PLAYER),) or player.dtype != np.float32:
        raise WeightsError(
            "other-features",
            "{file} was made for other features; train it again with `sixth train`.",
            file=path,
        )
    if not np.isfinite(player).all():
        raise WeightsError(
            "not-finite",
            "{file} holds numbers that are not finite; train it again with `sixth train`.",
            file=path,
        )
    return np.ascontiguousarray(player)
