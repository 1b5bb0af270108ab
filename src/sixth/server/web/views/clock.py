"""The clocks of a table in words, for pages without scripts."""

from sixth.i18n import time_left_text
from sixth.rules.view import awaited_seats
from sixth.server.table.view import TableView
from sixth.server.web.text.pace import missed_turns_text, pace_text


def clocks(table: TableView, now: int) -> dict[str, str] | None:
    """Return the clocks at `now` (milliseconds since 1970) in sentences, or None for a table without a clock.

    `pace` is the time for a turn, `own` what the viewer has left, `missed` a warning about missed turns, and
    `pause` the time until the next round or game begins by itself; each is "" where there is none.
    """
    if not table.config.turn_seconds:
        return None
    return {
        "pace": pace_text(table.config),
        "own": _time_left(table, table.seat, now) if table.seat is not None else "",
        "missed": missed_turns_text(table),
        "pause": _pause_text(table, now),
    }


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
