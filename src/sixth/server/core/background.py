"""Background tasks of a process: loops that run beside its requests."""

import asyncio
import logging
from contextlib import suppress
from functools import cached_property
from typing import ClassVar, Protocol, runtime_checkable

from sixth.server.core.errors import EndingError, UnavailableError


@runtime_checkable
class BackgroundService(Protocol):
    """A service that runs beside the requests, from `start` until `close`."""

    def start(self) -> None:
        """Start the service in the running event loop."""

    async def close(self) -> None:
        """Stop the service."""


class Background:
    """A loop that calls `once` again and again, whatever that raises, from `start` until `close`.

    After each call it waits for the number of seconds that `once` returned, `interval_s` if that returned
    None or raised. Setting `_wake` ends the wait, but not before `pause_s` seconds. The log receives `late`
    when the database did not answer, and `fault` when `once` raised another error.
    """

    interval_s: ClassVar[float]
    pause_s: ClassVar[float] = 0.0
    late: ClassVar[str]
    fault: ClassVar[str]
    _task: asyncio.Task[None] | None = None

    @cached_property
    def _wake(self) -> asyncio.Event:
        return asyncio.Event()

    def start(self) -> None:
        """Start the loop in the running event loop."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Cancel the loop and wait for its end; a write to the database is completed or undone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def once(self) -> float | None:
        """Do the work that is due; return the seconds until the next is, None for the usual time.

        Raises:
            UnavailableError: the database does not answer.
        """
        raise NotImplementedError

    @staticmethod
    def _delay_s(following: int | None, now: int, longest_s: float) -> float:
        """Return the seconds from `now` until `following`, both in milliseconds since 1970.

        The result is `longest_s` at most, and `longest_s` if `following` is None.
        """
        return longest_s if following is None else min(longest_s, max(0.0, (following - now) / 1000))

    async def _run(self) -> None:
        log = logging.getLogger(type(self).__module__)
        while True:
            self._wake.clear()
            delay = None
            try:
                delay = await self.once()
            except EndingError:
                # `close` ends the loop in a moment.
                pass
            except UnavailableError as error:
                log.warning("%s: %s.", self.late, error)
            except Exception:
                log.exception("%s; trying again.", self.fault)
            await asyncio.sleep(self.pause_s)
            with suppress(TimeoutError):
                async with asyncio.timeout(self.interval_s if delay is None else delay):
                    await self._wake.wait()
