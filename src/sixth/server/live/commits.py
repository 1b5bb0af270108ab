"""Appends of one turn of the event loop, handed to the store together, as it costs much to wake its thread.

The thread reports the outcomes of all of them together, too.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from sixth.server.store import Append
from sixth.server.store.sql import SqlStore

_Waiting = list[tuple[Append, asyncio.Future[None]]]


class Commits:
    """The appends of this process to `store`."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._waiting: _Waiting = []

    async def append(self, new: Append) -> None:
        """Append events, and return once they are on disk; raise the errors of `SqlStore.append`."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[None] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._hand_over)
        self._waiting.append((new, outcome))
        await outcome

    def _hand_over(self) -> None:
        waiting, self._waiting = self._waiting, []
        pending = [each for each in waiting if not each[1].cancelled()]
        loop = asyncio.get_running_loop()
        if pending:
            self._store.submit([new for new, _ in pending], partial(_report, loop, pending))


def _report(loop: asyncio.AbstractEventLoop, waiting: _Waiting, outcomes: Sequence[Exception | None]) -> None:
    # The loop may have ended, and every waiting caller with it.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_resolve, waiting, outcomes)


def _resolve(waiting: _Waiting, outcomes: Sequence[Exception | None]) -> None:
    for (_, outcome), error in zip(waiting, outcomes, strict=True):
        if outcome.cancelled():
            continue
        if error is None:
            outcome.set_result(None)
        else:
            outcome.set_exception(error)
