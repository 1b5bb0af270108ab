"""Waking up when somebody's time is up: one task a process, however many tables there are.

The moments are in the store, written with the log: a process that starts finds what has come due meanwhile.
Any number of processes may sweep: what one does is refused to the others by the log's own guard.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sixth.server.core.background import Background
from sixth.server.core.logs import short
from sixth.server.core.wall_clock import Now
from sixth.server.store import Deadlines, UnavailableError

_LONGEST_NAP: Final = 5.0
"""Seconds: the wall clock may be set, the machine may have slept, and another process may have ended."""

_AT_ONCE: Final = 20

_LATER: Final = 5_000
"""Milliseconds after which a table is looked after again whose moment nothing has moved."""

_LOG = logging.getLogger(__name__)


class DeadlineWatch(Background):
    """Calls `look_after` for every table whose moment has come, until it is closed."""

    def __init__(self, deadlines: Deadlines, look_after: Callable[[str], Awaitable[None]], now: Now) -> None:
        self._deadlines, self._look_after, self._now = deadlines, look_after, now
        self._sooner = asyncio.Event()
        self._next: int | None = None

    def heed(self, alarm: int | None) -> None:
        """Take note that a table has this moment now."""
        if alarm is not None and (self._next is None or alarm < self._next):
            self._sooner.set()

    async def _run(self) -> None:
        while True:
            # Whatever is written from here on may come too late for the question below, and wakes us again.
            self._sooner.clear()
            self._next = None
            try:
                await self.once()
                self._next = await asyncio.to_thread(self._deadlines.next)
            except UnavailableError as error:
                _LOG.warning("The clocks cannot be read; trying again: %s.", error)
                self._next = self._now() + _LATER
            except Exception:
                _LOG.exception("The clocks cannot be read; trying again.")
                self._next = self._now() + _LATER
            nap = _LONGEST_NAP
            if self._next is not None:
                nap = min(nap, max(0.0, (self._next - self._now()) / 1000))
            try:
                await asyncio.wait_for(self._sooner.wait(), nap)
            except TimeoutError:
                continue

    async def once(self) -> None:
        """Look after the tables whose moment has come, as many as at once."""
        due = await asyncio.to_thread(self._deadlines.due, self._now(), _AT_ONCE)
        await asyncio.gather(*(self._one(table, at) for table, at in due))

    async def _one(self, table: str, at: int) -> None:
        try:
            await self._look_after(table)
        except UnavailableError:
            # Nor could it be written that it is to be looked after later.
            raise
        except Exception:
            said = "The time at a table cannot go on; it is looked after again."
            _LOG.exception(said, extra={"table": short(table)})
        await asyncio.to_thread(self._deadlines.put_off, table, at, self._now() + _LATER)
