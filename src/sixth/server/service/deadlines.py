"""Waking up when somebody's time is up: one task a process, however many tables there are.

The deadlines are in the store, written with the log: a process that starts finds what has come due meanwhile.
Any number of processes may watch: what one does is refused to the others by the log's own guard.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.logs import short
from sixth.server.core.wall_clock import Now
from sixth.server.store import Deadlines

_LONGEST_NAP_S: Final = 5.0
"""The wall clock may be set, the machine may have slept, and another process may have ended."""

_MAX_AT_ONCE: Final = 20
"""Tables that are looked after at the same time."""

_LATER_MS: Final = 5_000
"""After which a table is looked after again whose deadline nothing has moved."""

_LOG = logging.getLogger(__name__)


class Wakeup:
    """Wakes whoever waits for the next deadline when a table has a sooner one."""

    def __init__(self) -> None:
        self._sooner = asyncio.Event()
        self._next: int | None = None

    def heed(self, alarm: int | None) -> None:
        """Take note that a table must be looked after at `alarm`, in milliseconds; None for never."""
        if alarm is not None and (self._next is None or alarm < self._next):
            self._sooner.set()

    def forget(self) -> None:
        """Know of no deadline from now on: any that is heeded wakes."""
        self._sooner.clear()
        self._next = None

    async def wait(self, alarm: int | None, timeout_s: float) -> None:
        """Wait until something sooner than `alarm` is heeded, or has been since `forget`, or for so long."""
        self._next = alarm
        with suppress(TimeoutError):
            await asyncio.wait_for(self._sooner.wait(), timeout_s)


class DeadlineWatch(Background):
    """Calls `look_after` for every table whose deadline has come, until it is closed."""

    def __init__(
        self, deadlines: Deadlines, look_after: Callable[[str], Awaitable[None]], wakeup: Wakeup, now: Now
    ) -> None:
        self._deadlines, self._look_after, self._wakeup, self._now = deadlines, look_after, wakeup, now

    async def _run(self) -> None:
        while True:
            # Whatever is written from here on may come too late for the question below, and wakes us again.
            self._wakeup.forget()
            try:
                await self.once()
                following = await asyncio.to_thread(self._deadlines.next)
            except UnavailableError as error:
                _LOG.warning("The clocks cannot be read; trying again: %s.", error)
                following = self._now() + _LATER_MS
            except Exception:
                _LOG.exception("The clocks cannot be read; trying again.")
                following = self._now() + _LATER_MS
            nap = _LONGEST_NAP_S
            if following is not None:
                nap = min(nap, max(0.0, (following - self._now()) / 1000))
            await self._wakeup.wait(following, nap)

    async def once(self) -> None:
        """Look after the tables whose deadline has come, a few at the same time."""
        due = await asyncio.to_thread(self._deadlines.due, self._now(), _MAX_AT_ONCE)
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
        await asyncio.to_thread(self._deadlines.put_off, table, at, self._now() + _LATER_MS)
