"""Garbage collection: off while a server starts, and rare among objects that stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_THRESHOLDS: Final = (700, 10, 1_000)
"""The numbers of new objects, and of collections of the younger generation, that start a collection.

They are Python's own but for the oldest generation. To collect that stops every request, for longer the more
tables there are (docs/decisions/015), and neither requests nor streams leave much garbage there.
"""


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Collect no garbage in the block, or until it calls `resume_garbage_collection`.

    Modules make next to no garbage as they load, and looking for it takes a sixth of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def resume_garbage_collection() -> None:
    """Collect garbage from now on, except among the objects that exist already."""
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    gc.enable()
