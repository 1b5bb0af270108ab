"""What a process does beside all else, in a task of its own."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol, runtime_checkable

from sixth.server.core.errors import UnavailableError


@runtime_checkable
class BackgroundService(Protocol):
    """Something that goes on beside the requests, from `start` until `close`."""

    def start(self) -> None:
        """Begin, in the running event loop."""

    async def close(self) -> None:
        """Stop."""


class Background:
    """Something that goes on from `start` until `close`; whoever inherits says what, in `_run`."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in the running event loop."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is being written is kept or not, never half."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        raise NotImplementedError

    @staticmethod
    def _nap_s(following: int | None, now: int, longest_s: float) -> float:
        """Return the seconds from `now` until `following`, both in milliseconds since 1970.

        They are `longest_s` at most, and so many where nothing follows (None).
        """
        return longest_s if following is None else min(longest_s, max(0.0, (following - now) / 1000))

    async def _every(
        self,
        seconds: float,
        do: Callable[[], Awaitable[float | None]],
        *,
        late: str,
        fault: str,
        woken: asyncio.Event | None = None,
        pause_s: float = 0.0,
    ) -> None:
        """Call `do` again and again, whatever it raises; never return.

        The next call is `seconds` after the last one has ended, or as many as that has returned, or sooner
        where `woken` is set; but there is a pause of `pause_s` seconds. The log has `late` where the database
        did not answer, and `fault` where `do` raised something else.
        """
        log, woken = logging.getLogger(type(self).__module__), woken or asyncio.Event()
        while True:
            woken.clear()
            nap = None
            try:
                nap = await do()
            except UnavailableError as error:
                log.warning("%s: %s.", late, error)
            except Exception:
                log.exception("%s; trying again.", fault)
            await asyncio.sleep(pause_s)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds if nap is None else nap):
                    await woken.wait()
