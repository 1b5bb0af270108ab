"""When Python looks for garbage: not while a server starts, and seldom among what stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_COLLECT_AFTER: Final = (700, 10, 1_000)
"""How many more objects, and collections of the generation before, until garbage is collected.

As Python has it, but for the oldest generation: to go through that stops everybody, for longer the more
tables there are (docs/decisions/015), and neither requests nor streams leave much there.
"""


@contextmanager
def uncollected_start() -> Iterator[None]:
    """Collect no garbage in the block until it calls `started`.

    To look through what modules make, of which next to nothing is garbage, takes a sixth of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def started() -> None:
    """Collect garbage from now on, but never look at what is there by now."""
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()
