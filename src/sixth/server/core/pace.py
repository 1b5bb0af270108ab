"""Fair turns in the event loop: long work, and work that many want at once, is done a little at a time.

Without them a coroutine that waits for nothing keeps the event loop from everything else until it is done.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

BATCH_SIZE: Final = 100
"""Events that are read, folded or written at once, which takes a millisecond or two."""

_TURNS: Final = 4
"""Coroutines that go on in one iteration of the event loop."""


class Pace:
    """A queue that lets a few coroutines go on in each iteration of the event loop, in order of arrival."""

    def __init__(self) -> None:
        self._turns = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __call__(self) -> None:
        """Wait for a turn, which comes at once where few wait."""
        if self._turns == 0:
            asyncio.get_running_loop().call_soon(self._next_iteration)
        if self._turns < _TURNS:
            self._turns += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    def _next_iteration(self) -> None:
        self._turns = 0
        while self._waiting and self._turns < _TURNS:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                self._turns += 1
        if self._turns:
            asyncio.get_running_loop().call_soon(self._next_iteration)


async def batches(items: Sequence[T]) -> AsyncIterator[Sequence[T]]:
    """Yield the items in their order, at most `BATCH_SIZE` at once, with a turn for others in between."""
    for start in range(0, len(items), BATCH_SIZE):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + BATCH_SIZE]
