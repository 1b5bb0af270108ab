"""Copies of the room `sixth.sim` that differ in a word: with a fault, or another number of lanes."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

import sixth.sim

_ROOM = Path(sixth.sim.__file__).parent
_NUMBERS = count(1)

# Interpreted, so that a copy costs no compilation.
_INTERPRETED = """
def compiled(function):
    return function
compiled_here = compiled
is_kernel = callable
"""


@contextmanager
def copied(folder: Path, *changes: tuple[str, str, str], lanes: int = 1) -> Iterator[Any]:
    """A copy of the room in plain Python with so many lanes, and `changes`: (module, text, instead)."""
    name = f"copy_of_sim_{next(_NUMBERS)}"
    room = folder / name
    room.mkdir()
    texts = {
        path.relative_to(_ROOM).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
        for path in _ROOM.rglob("*.py")
    }
    texts["engine/compiler"] = _INTERPRETED
    fewer = (
        ("engine/layout", "LANES: Final = np.uint64(1024)", f"LANES: Final = np.uint64({lanes})"),
        ("engine/chance", "DEAL_LANES: Final = np.uint64(64)", "DEAL_LANES: Final = np.uint64(1)"),
    )
    for module, text, instead in (*fewer, *changes):
        assert texts[module].count(text) == 1, f"{text!r} is not once in {module}"
        texts[module] = texts[module].replace(text, instead)
    for module, text in texts.items():
        file = room / f"{module}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text.replace("sixth.sim", name), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        # Bytes and hashes run over on purpose; only numpy's own numbers tell.
        with np.errstate(over="ignore"):
            yield importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
        for module in [module for module in sys.modules if module.partition(".")[0] == name]:
            del sys.modules[module]
