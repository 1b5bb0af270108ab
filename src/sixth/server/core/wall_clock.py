"""The time of day at a site, which follows the clock of the machine but never goes back."""

from collections.abc import Callable
from threading import Lock
from time import monotonic_ns, time_ns
from typing import Final

Now = Callable[[], int]
"""A clock: it returns the time of day in milliseconds since 1970, UTC."""

_MILLISECOND_NS: Final = 1_000_000


def wall_clock_ms() -> int:
    """Return the time of day by the clock of this machine, in milliseconds since 1970, UTC."""
    return time_ns() // _MILLISECOND_NS


def _ticks() -> int:
    return monotonic_ns() // _MILLISECOND_NS


class SteadyClock:
    """A clock that goes on at its pace while the clock of the machine is behind it.

    People and the network set clocks back, and a turn of a minute must not take an hour for it. Nor does the
    clock start before `not_before`, the latest time in the log, when a server restarts.
    """

    def __init__(self, wall: Now = wall_clock_ms, *, ticks: Now = _ticks, not_before: int = 0) -> None:
        self._wall, self._ticks = wall, ticks
        self._lock = Lock()
        self._latest, self._at = not_before, ticks()

    def __call__(self) -> int:
        """Return the time of day, in milliseconds since 1970, UTC."""
        with self._lock:
            at = self._ticks()
            self._latest = max(self._wall(), self._latest + at - self._at)
            self._at = at
            return self._latest
