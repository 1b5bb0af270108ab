"""The clocks of a table in words, for pages without scripts."""

from typing import NamedTuple

from sixth.i18n import time_left_text
from sixth.rules.view import awaited_seats
from sixth.server.table.view import TableView
from sixth.server.web.text.pace import missed_turns_text, pace_text


class Clocks(NamedTuple):
    """The clocks of a table for one viewer, in sentences.

    `pace` is the time for a turn, `own` the time that the viewer has left, or "". `missed` is a warning about
    missed turns, or "". `pause` is the time left until the next round or game begins by itself, or "".
    """

    pace: str
    own: str
    missed: str
    pause: str


def clocks(table: TableView, now: int) -> Clocks | None:
    """Return the clocks at `now` (milliseconds since 1970), or None for a table without a clock."""
    if not table.config.turn_seconds:
        return None
    return Clocks(
        pace=pace_text(table.config),
        own=_time_left(table, table.seat, now) if table.seat is not None else "",
        missed=missed_turns_text(table),
        pause=_pause_text(table, now),
    )


def _pause_text(table: TableView, now: int) -> str:
    """Return the time left at `now` until the next round or game begins by itself; "" if none does."""
    clock, view = table.clock, table.view
    if clock is None or clock.pause is None or view is None or not (table.between_rounds or view.over):
        return ""
    return time_left_text(max(0, clock.pause - now) / 1000)


def _time_left(table: TableView, seat: int, now: int) -> str:
    """Return the time that a seat has left of its turn, or else of its reserve; "" if its clock stands."""
    clock, view, who = table.clock, table.view, table.sitters[seat]
    if clock is None or view is None or view.over or who is None or not who.human:
        return ""
    until, bank = clock.until[seat], clock.banks[seat]
    if until is None or seat not in awaited_seats(view) or table.stand_ins[seat] is not None:
        return ""
    return time_left_text(max(0, until - now if until > now else until + bank - now) / 1000)
