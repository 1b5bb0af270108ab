"""Files of weights: archives of numpy (`.npz`), read without numpy and checked.

An archive holds `format` (the text `FORMAT`, with its version), `features` (the names of all inputs, so that
a file made for others is refused), `player` (float32, `PLAYER` numbers) and `note`, a line on its origin.
"""

import ast
import sys
from array import array
from importlib.resources import files
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeAlias
from zipfile import ZipFile

from sixth.os_errors import os_error
from sixth.policy.cards import CardFeatures
from sixth.policy.network import parameters
from sixth.policy.picks import PickFeatures
from sixth.policy.rows import RowFeatures
from sixth.rules.sentence import SentenceError

FORMAT: Final = "sixth-policy/1"
SHIPPED: Final = Path(str(files("sixth").joinpath("sim/policy/policy.npz")))
"""The file of the policy of this package."""

KINDS: Final = (CardFeatures, RowFeatures, PickFeatures)
"""The features of each kind of question, in the order in which a player holds their neural networks."""

FEATURES: Final = tuple(
    field.rstrip("_").replace("_", " ") for features in KINDS for field in features._fields
)
"""The names of the inputs of all neural networks, as files hold them."""

PLAYER: Final = sum(parameters(len(features._fields)) for features in KINDS)
"""How many numbers a player is."""

_MAX_BYTES: Final = 1_000_000
_MAGIC: Final = b"\x93NUMPY"
_TEXT_BYTES: Final = 4

Numbers: TypeAlias = tuple[float, ...]
"""The numbers of a player."""


class WeightsError(SentenceError, ValueError):
    """A file is not a policy that this version can play."""


def read(path: Path = SHIPPED) -> Numbers:
    """Read the player in `path`: `PLAYER` numbers, float32.

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
        with ZipFile(data) as archive:
            form, names = _texts(archive, "format"), _texts(archive, "features")
            player = _floats(archive, "player")
    except Exception as error:  # a spoilt archive lets through whatever its decompressors raise
        raise WeightsError(
            "not-a-policy", "{file} is not a policy; `sixth train` makes one.", file=path
        ) from error
    if form != [FORMAT]:
        raise WeightsError(
            "other-format",
            "{file} is not a policy of format {format}; `sixth train` makes one.",
            file=path,
            format=FORMAT,
        )
    if names != [*FEATURES] or player is None or len(player) != PLAYER:
        raise other_features(path)
    if not all(map(isfinite, player)):
        raise not_finite(path)
    return player


def other_features(path: Path) -> WeightsError:
    """Return the error of a file that was made for other features."""
    return WeightsError(
        "other-features",
        "{file} was made for other features; train it again with `sixth train`.",
        file=path,
    )


def not_finite(path: Path) -> WeightsError:
    """Return the error of a file with numbers that are not finite."""
    return WeightsError(
        "not-finite",
        "{file} holds numbers that are not finite; train it again with `sixth train`.",
        file=path,
    )


def _texts(archive: ZipFile, name: str) -> list[str]:
    """Return the texts of an array of texts, a single one as the only one of a list."""
    head, data = _array(archive, name)
    kind, letters = head["descr"][:2], int(head["descr"][2:])
    if kind != "<U":
        raise ValueError(kind)
    text, step = data.decode("utf-32-le"), letters
    if len(data) % (_TEXT_BYTES * letters):
        raise ValueError(len(data))
    return [text[at : at + step].rstrip("\0") for at in range(0, len(text), step)]


def _floats(archive: ZipFile, name: str) -> Numbers | None:
    """Return the numbers of an array of float32 with one dimension; None if it is another array."""
    head, data = _array(archive, name)
    if head["descr"][1:2] != "f":
        raise ValueError(head)
    if head["descr"] != "<f4" or len(head["shape"]) != 1:
        return None
    numbers = array("f", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return tuple(numbers)


def _array(archive: ZipFile, name: str) -> tuple[dict[str, Any], bytes]:
    """Return the head of an array and its bytes."""
    file = f"{name}.npy"
    if archive.getinfo(file).file_size > _MAX_BYTES:
        raise ValueError(file)
    data = archive.read(file)
    if not data.startswith(_MAGIC):
        raise ValueError(file)
    # Version 1 gives the length of the head two bytes, later ones four.
    start = len(_MAGIC) + 2
    begin = start + (2 if data[len(_MAGIC)] == 1 else 4)
    end = begin + int.from_bytes(data[start:begin], "little")
    head: dict[str, Any] = ast.literal_eval(data[begin:end].decode("latin-1"))
    return head, data[end:]
