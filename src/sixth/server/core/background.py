"""Background tasks of a process: loops that run beside its requests."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol, runtime_checkable

from sixth.server.core.errors import EndingError, UnavailableError


@runtime_checkable
class BackgroundService(Protocol):
    """A service that runs beside the requests, from `start` until `close`."""

    def start(self) -> None:
        """Start the service in the running event loop."""

    async def close(self) -> None:
        """Stop the service."""


class Background:
    """A background task that runs from `start` until `close`; subclasses write it as `_run`."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task in the running event loop."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Cancel the task and wait for its end; a write to the database is completed or undone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        raise NotImplementedError

    @staticmethod
    def _delay_s(following: int | None, now: int, longest_s: float) -> float:
        """Return the seconds from `now` until `following`, both in milliseconds since 1970.

        The result is `longest_s` at most, and `longest_s` if `following` is None.
        """
        return longest_s if following is None else min(longest_s, max(0.0, (following - now) / 1000))

    async def _repeat(
        self,
        seconds: float,
        do: Callable[[], Awaitable[float | None]],
        *,
        late: str,
        fault: str,
        wake: asyncio.Event | None = None,
        pause_s: float = 0.0,
    ) -> None:
        """Call `do` again and again, whatever it raises; never return.

        After each call the loop waits for the number of seconds that `do` returned, `seconds` if it returned
        None or raised. Setting `wake` ends the wait, but not before `pause_s` seconds. The log receives
        `late` when the database did not answer, and `fault` when `do` raised another error.
        """
        log, wake = logging.getLogger(type(self).__module__), wake or asyncio.Event()
        while True:
            wake.clear()
            delay = None
            try:
                delay = await do()
            except EndingError:
                # `close` ends the loop in a moment.
                pass
            except UnavailableError as error:
                log.warning("%s: %s.", late, error)
            except Exception:
                log.exception("%s; trying again.", fault)
            await asyncio.sleep(pause_s)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds if delay is None else delay):
                    await wake.wait()
