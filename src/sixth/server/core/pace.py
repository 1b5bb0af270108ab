"""Work that many ask for at the same moment, or that is long, done a little at a time: all else has its turn.

Where nothing has to be waited for, an event loop does all of it in one go before it looks at anything new.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

PIECE: Final = 100
"""Events that are read, folded or written at once: a millisecond or two."""

_EACH_TIME: Final = 4
"""How many go on whenever the event loop comes round."""


class Pace:
    """Lets a few go on each time that the event loop comes round; first come, first served."""

    def __init__(self) -> None:
        self._gone = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __call__(self) -> None:
        """Wait until it is one's turn, which it is at once where few ask for it."""
        if self._gone == 0:
            asyncio.get_running_loop().call_soon(self._come_round)
        if self._gone < _EACH_TIME:
            self._gone += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    def _come_round(self) -> None:
        self._gone = 0
        while self._waiting and self._gone < _EACH_TIME:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                self._gone += 1
        if self._gone:
            asyncio.get_running_loop().call_soon(self._come_round)


async def in_pieces(items: Sequence[T]) -> AsyncIterator[Sequence[T]]:
    """Give these in their order, at most `PIECE` at once."""
    for start in range(0, len(items), PIECE):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + PIECE]
