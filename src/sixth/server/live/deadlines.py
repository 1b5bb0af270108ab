"""The watch over the deadlines of all tables: one task in each process.

The store keeps deadlines with the logs, so a process that starts also finds those that passed before.
Any number of processes may watch: if two act on one deadline, the log refuses the second.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.logs import name_hash
from sixth.server.core.wall_clock import Now
from sixth.server.store.deadlines import Deadlines

_MAX_AT_ONCE: Final = 20
"""Tables whose deadlines are handled at the same time."""

_RETRY_MS: Final = 5_000
"""Milliseconds after which a deadline that is still there is handled again."""

_LOG = logging.getLogger(__name__)


class DeadlineWatch(Background):
    """Calls `look_after` for every table whose deadline has passed, until it is closed."""

    # The wall clock may be set, the machine may sleep, and another process may end.
    interval_s = 5.0
    late, fault = "The clocks cannot be read; trying again", "The clocks cannot be read"

    def __init__(self, deadlines: Deadlines, look_after: Callable[[str], Awaitable[None]], now: Now) -> None:
        self._deadlines, self._look_after, self._now = deadlines, look_after, now
        self._next: int | None = None
        """The next deadline that the watch knows, in milliseconds; None for none, so that any wakes it."""

    def announce(self, alarm: int | None) -> None:
        """Note that a table has a deadline at `alarm`, in milliseconds; None for no deadline."""
        if alarm is not None and (self._next is None or alarm < self._next):
            self._wake.set()

    async def once(self) -> float:
        """Handle the deadlines that have passed, a few at a time; return the seconds until the next one."""
        # A deadline written from here on may be too late for the query below, so it wakes the watch again.
        self._next = None
        due = await asyncio.to_thread(self._deadlines.due, self._now(), _MAX_AT_ONCE)
        await asyncio.gather(*(self._one(table, at) for table, at in due))
        self._next = following = await asyncio.to_thread(self._deadlines.next)
        return self._delay_s(following, self._now(), self.interval_s)

    async def _one(self, table: str, at: int) -> None:
        try:
            await self._look_after(table)
        except UnavailableError:
            # The store could not put the deadline off either.
            raise
        except Exception:
            _LOG.exception(
                "The deadline of a table could not be handled; trying again.",
                extra={"table": name_hash(table)},
            )
        await asyncio.to_thread(self._deadlines.put_off, table, at, self._now() + _RETRY_MS)
