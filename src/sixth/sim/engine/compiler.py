"""The one door to the compiler: how kernels are compiled, and where the machine code is kept.

To mypy a kernel stays the function that it was made from. Nothing else of numba is used in this room.
"""

import hashlib
import operator
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic, is_jitted, overload
from platformdirs import user_cache_path

from sixth.rules.cards import FULL_DECK
from sixth.rules.options import SEATS

_F = TypeVar("_F", bound=Callable[..., Any])

_CONFIG: Any = numba.config
_DATA: Final = 4
"""Where numba has the place in memory, among what it knows of an array."""

_ROOM: Final = Path(__file__).parents[1]


def _digest() -> str:
    # numba looks only at the file of the function that it keeps, not at those that were compiled into it: a
    # changed inner function would leave its old code in the outer one. So each text of the room has a folder.
    text = hashlib.sha256(f"{numba.__version__} {FULL_DECK} {SEATS}".encode())
    for path in sorted(_ROOM.rglob("*.py")):
        text.update(path.read_bytes())
    return text.hexdigest()[:16]


def _places() -> Iterator[Path]:
    if _CONFIG.CACHE_DIR:
        yield Path(_CONFIG.CACHE_DIR)
        return
    yield _ROOM / "__pycache__"
    yield user_cache_path("sixth")  # for a package installed where its user may not write


def _folder() -> str | None:
    """Where machine code is kept: the first of these places that can be written to, None if none can."""
    for place in _places():
        folder = place / f"sim-{_digest()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return None


_FOLDER: Final = _folder()


def compiled(function: _F) -> _F:
    """Return `function` as machine code, made once and kept; it holds no lock while it runs (nogil)."""
    if _FOLDER is None:
        return compiled_here(function)
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = _FOLDER
    try:
        return cast(_F, numba.njit(nogil=True, cache=True, error_model="numpy")(function))
    finally:
        _CONFIG.CACHE_DIR = before


def compiled_here(function: _F) -> _F:
    """Return the function compiled anew in each process: for one that knows another only at run time."""
    return cast(_F, numba.njit(nogil=True, error_model="numpy")(function))


def is_kernel(function: Any) -> bool:
    """Return whether numba has made this function, so that kernels may call it."""
    return bool(is_jitted(function))


@intrinsic
def _ones(context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _lowest(context: Any, word: Any) -> Any:
    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], target.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


@intrinsic
def _highest(context: Any, word: Any) -> Any:
    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], target.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


@intrinsic
def _fused(context: Any, one: Any, other: Any, third: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return types.float32(types.float32, types.float32, types.float32), generate


@intrinsic
def _numbers(context: Any, array: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], _DATA)

    pointer: Any = types.CPointer
    return pointer(array.dtype)(array), generate


@intrinsic
def _beyond(context: Any, pointer: Any, count: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return pointer(pointer, types.intp), generate


@intrinsic
def _load(context: Any, pointer: Any, place: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(builder.gep(arguments[0], [arguments[1]]))

    return pointer.dtype(pointer, types.intp), generate


@intrinsic
def _store(context: Any, pointer: Any, place: Any, value: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], builder.gep(arguments[0], [arguments[1]]))

    return types.void(pointer, types.intp, pointer.dtype), generate


@overload(operator.getitem)
def _overloaded_getitem(pointer: Any, place: Any) -> Any:
    def get(pointer: Any, place: Any) -> Any:
        return _load(pointer, place)  # type: ignore[call-arg]  # numba gives the context

    return get if isinstance(pointer, types.CPointer) and isinstance(place, types.Integer) else None


@overload(operator.setitem)
def _overloaded_setitem(pointer: Any, place: Any, value: Any) -> Any:
    def put(pointer: Any, place: Any, value: Any) -> Any:
        _store(pointer, place, value)  # type: ignore[call-arg]

    return put if isinstance(pointer, types.CPointer) and isinstance(place, types.Integer) else None


fused: Callable[[np.float32, np.float32, np.float32], np.float32] = cast(Any, _fused)
"""Return one · other + third, rounded once (IEEE 754's fusedMultiplyAdd): the same on every machine."""
zeros_below: Callable[[np.uint64], np.uint64] = cast(Any, _lowest)
"""Return how many zeros there are below the lowest set bit of a word; 64 if none is set."""
zeros_above: Callable[[np.uint64], np.uint64] = cast(Any, _highest)
"""Return how many zeros there are above the highest set bit of a word; 64 if none is set."""
ones: Callable[[np.uint64], np.uint64] = cast(Any, _ones)
"""Return how many bits of a word are set."""
varying: Callable[[int], int] = cast(Any, np.int64)
"""Return a number for a variable that begins with it. Kernels that are given a constant are compiled for this
constant, and once more for all other numbers."""
_A = TypeVar("_A", bound=np.ndarray[Any, Any])
numbers: Callable[[_A], _A] = cast(Any, _numbers)
"""Return the numbers of an array and nothing else: for functions that are called millions of times a second.
No owner is counted up and down, so the caller must hold the array, and no place is counted from the end, so
it must not be below 0. There is neither a size nor a slice."""
beyond: Callable[[_A, int], _A] = cast(Any, _beyond)
"""Return the numbers from place `count` on."""
