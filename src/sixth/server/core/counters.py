"""How the server is doing, in numbers, told to whoever collects them (`service.metrics`), or else to nobody.

Nothing that is counted here says which table, who, or what card.
"""

from collections.abc import Iterable
from contextvars import ContextVar
from typing import Final

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder where processes add up their numbers; to be set before `metrics` is imported."""

asked_at: Final[ContextVar[float | None]] = ContextVar("asked_at", default=None)
"""When the request came that is being answered, by the clock that `monotonic` reads."""


class Counters:
    """Whoever is told of what happens; this one counts nothing."""

    def kept(self, kinds: Iterable[str]) -> None:
        """Count table events of these kinds, which are on disk now."""

    def acted(self) -> None:
        """Count a request whose outcome is on disk now, or that needed nothing there."""

    def shown(self, seconds: float) -> None:
        """Count that a listener was sent everything so long after it was kept."""

    def moved(self, bot: str, seconds: float) -> None:
        """Count that the bot of this name has chosen its move after so long."""


NO_COUNTERS: Final = Counters()
