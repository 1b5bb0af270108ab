"""Counters of what a server does. `live.metrics` collects them; without it they are dropped.

They hold no names of tables or people, and no cards.
"""

from collections.abc import Iterable
from contextvars import ContextVar
from typing import Final

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder where processes add up their numbers.

It must be set before `metrics` is imported.
"""

request_time: Final[ContextVar[float | None]] = ContextVar("request_time", default=None)
"""The moment at which the current request arrived, in seconds of the clock `monotonic`."""


class Counters:
    """Counters that drop all they are given; subclasses collect it."""

    def count_events(self, kinds: Iterable[str]) -> None:
        """Count table events of these kinds, which are on disk now."""

    def count_action(self) -> None:
        """Count a request whose outcome is on disk now, or needed no write."""

    def count_delivery(self, seconds: float) -> None:
        """Count that a listener received a change `seconds` after it was stored."""

    def count_bot_move(self, bot: str, seconds: float) -> None:
        """Count that the bot of this name took so many seconds to choose a move."""


NO_COUNTERS: Final = Counters()
