"""Waking up when somebody's time is up: one task a process, however many tables there are.

The deadlines are in the store, written with the log: a process that starts finds what has come due meanwhile.
Any number of processes may watch: what one does is refused to the others by the log's own guard.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.logs import name_hash
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
        self.sooner = asyncio.Event()
        self.next: int | None = None
        """The deadline that is known, in milliseconds; None for no deadline, so that any wakes."""

    def heed(self, alarm: int | None) -> None:
        """Take note that a table must be looked after at `alarm`, in milliseconds; None for never."""
        if alarm is not None and (self.next is None or alarm < self.next):
            self.sooner.set()


class DeadlineWatch(Background):
    """Calls `look_after` for every table whose deadline has come, until it is closed."""

    def __init__(
        self, deadlines: Deadlines, look_after: Callable[[str], Awaitable[None]], wakeup: Wakeup, now: Now
    ) -> None:
        self._deadlines, self._look_after, self._wakeup, self._now = deadlines, look_after, wakeup, now

    async def _run(self) -> None:
        await self._repeat(
            _LONGEST_NAP_S,
            self._look,
            late="The clocks cannot be read; trying again",
            fault="The clocks cannot be read",
            wake=self._wakeup.sooner,
        )

    async def _look(self) -> float:
        """Look after what is due, and return for how many seconds nothing is."""
        # Whatever is written from here on may come too late for the question below, and wakes us again.
        self._wakeup.next = None
        await self.once()
        self._wakeup.next = following = await asyncio.to_thread(self._deadlines.next)
        return self._delay_s(following, self._now(), _LONGEST_NAP_S)

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
            _LOG.exception(said, extra={"table": name_hash(table)})
        await asyncio.to_thread(self._deadlines.put_off, table, at, self._now() + _LATER_MS)
