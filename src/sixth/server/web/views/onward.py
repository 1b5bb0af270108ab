"""What a page shows of going on after a result: who is ready, whom it waits for, and for how long."""

from dataclasses import dataclass

from sixth.server.table.view import TableView
from sixth.server.web.text.prompt import ready_text
from sixth.server.web.views.clock import TimeLeft, pause


@dataclass(frozen=True, slots=True)
class Onward:
    """How many of those who are here are ready for what comes next.

    `waits_for` says who is not yet, once anybody is; `pause` is what is left until it begins by itself.
    """

    ready: int
    company: int
    waits_for: str
    pause: TimeLeft | None


def onward(seen: TableView, now: int) -> Onward | None:
    """Return how a table goes on at `now` (milliseconds since 1970), or None where nothing has ended."""
    if seen.view is None or not (seen.between_rounds or seen.view.over):
        return None
    ready = sum(seen.ready[seat] for seat in seen.company)
    return Onward(ready, len(seen.company), ready_text(seen), pause(seen, now))
