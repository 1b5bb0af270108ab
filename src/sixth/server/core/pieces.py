"""Long work of the event loop, done in pieces: whoever else waits has a turn between two of them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

PIECE: Final = 100
"""Events that are read, folded or written at once: a millisecond or two."""


async def in_pieces(items: Sequence[T]) -> AsyncIterator[Sequence[T]]:
    """Give these in their order, at most `PIECE` at once."""
    for start in range(0, len(items), PIECE):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + PIECE]
