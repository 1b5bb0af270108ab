"""The clocks of a table in words, for a page that shows them as they stand."""

from dataclasses import dataclass

from sixth.i18n import time_left_text
from sixth.server.table.clock import awaited_seats
from sixth.server.table.view import TableView
from sixth.server.web.text.pace import at_zero_text, missed_text, pace_text


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a table for one viewer.

    `pace` says how long one may think, `at_zero` what happens when time is up, and `own` what the viewer has
    left, or "". `may_extend` is whether the viewer may give more time. `missed` is a word on turns missed, or
    "".
    """

    pace: str
    at_zero: str
    own: str
    may_extend: bool
    missed: str


def clocks(seen: TableView, now: int) -> Clocks | None:
    """Return what the clocks show at `now` (milliseconds since 1970), or None for a table without a clock."""
    if not seen.config.turn_seconds:
        return None
    clock = seen.clock
    may = clock is not None and not clock.extended and seen.seat is not None and seen.seat == seen.host
    runs = pause_text(seen, now) or any(_time_left(seen, seat, now) for seat in range(seen.rules.seats))
    return Clocks(
        pace=pace_text(seen.config),
        at_zero=at_zero_text(),
        own=_time_left(seen, seen.seat, now) if seen.seat is not None else "",
        may_extend=may and bool(runs),
        missed=missed_text(seen),
    )


def pause_text(seen: TableView, now: int) -> str:
    """Return what is left at `now` until the next round or game begins by itself; "" where none does."""
    clock, view = seen.clock, seen.view
    if clock is None or clock.pause is None or view is None or not (seen.between_rounds or view.over):
        return ""
    return time_left_text(max(0, clock.pause - now) / 1000)


def _time_left(seen: TableView, seat: int, now: int) -> str:
    """Return what somebody has left of a turn, or else of the reserve; "" where no time of theirs runs."""
    clock, view, who = seen.clock, seen.view, seen.sitters[seat]
    if clock is None or view is None or view.over or who is None or not who.human:
        return ""
    until, bank = clock.until[seat], clock.banks[seat]
    if until is None or seat not in awaited_seats(view) or seen.stand_ins[seat] is not None:
        return ""
    return time_left_text(max(0, until - now if until > now else until + bank - now) / 1000)
