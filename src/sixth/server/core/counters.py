"""How the server is doing, in numbers, told to whoever collects them (`metrics`), or else to nobody.

Nothing that is counted here says which table, who, or what card.
"""

from collections.abc import Iterable
from contextvars import ContextVar
from typing import Final

from sixth.server.table.events import TableEvent

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder where processes add up their numbers; to be set before `metrics` is imported."""

asked_at: Final[ContextVar[float | None]] = ContextVar("asked_at", default=None)
"""When the request came that is being answered, by the clock that `monotonic` reads."""


class Counts:
    """What is told of; here to nobody."""

    def kept(self, events: Iterable[TableEvent]) -> None:
        """This is on disk now."""

    def acted(self) -> None:
        """What was asked for is on disk now, or needed nothing there."""

    def shown(self, seconds: float) -> None:
        """Somebody who listens was sent everything so long after it was kept."""

    def moved(self, bot: str, seconds: float) -> None:
        """A bot has made up its mind."""


NOBODY_COUNTS: Final = Counts()
