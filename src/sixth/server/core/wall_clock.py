"""The time of day at a site: by the clock of the machine, but it never goes back."""

from collections.abc import Callable
from threading import Lock
from time import monotonic_ns, time_ns
from typing import Final

Now = Callable[[], int]
"""The time of day, in milliseconds since 1970, UTC."""

_MILLISECOND_NS: Final = 1_000_000


def milliseconds() -> int:
    """Return the time of day by the clock of this machine."""
    return time_ns() // _MILLISECOND_NS


def _ticks() -> int:
    return monotonic_ns() // _MILLISECOND_NS


class Steady:
    """The time of day, told as it passes while the clock of the machine says what has been already.

    Clocks are set back by people and by the network. The time at a table must go on: nobody waits an hour
    for somebody whose turn was to take a minute. Nor does it begin before what is in the log, `not_before`,
    when the server is started again meanwhile.
    """

    def __init__(self, wall: Now = milliseconds, *, ticks: Now = _ticks, not_before: int = 0) -> None:
        self._wall, self._ticks = wall, ticks
        self._lock = Lock()
        self._latest, self._at = not_before, ticks()

    def __call__(self) -> int:
        """The time of day."""
        with self._lock:
            at = self._ticks()
            self._latest = max(self._wall(), self._latest + at - self._at)
            self._at = at
            return self._latest
