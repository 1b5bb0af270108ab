"""The pace of a table and its clocks in words."""

from typing import Final

from sixth.i18n import duration_text, gettext as _, ngettext, time_left_text
from sixth.rules.view import awaited_seats
from sixth.server.table.clock import MAX_MISSED
from sixth.server.table.config import TableConfig
from sixth.server.table.view import TableView

OWN: Final = "own"
"""The pace whose times are typed."""


def paces() -> dict[str, str]:
    """Return the labels of the paces by the value in the form."""
    return {
        "none": _("No clock"),
        "brisk": _("Fast: 20 seconds a turn, 60 in reserve"),
        "calm": _("Calm: 45 seconds a turn, 120 in reserve"),
        "day": _("Slow: one day a turn"),
        "days": _("Slow: three days a turn"),
        OWN: _("Custom"),
    }


def units() -> dict[str, str]:
    """Return the labels of the units of custom times by the value in the form."""
    return {"s": _("seconds"), "min": _("minutes"), "h": _("hours"), "d": _("days")}


def at_zero_text() -> str:
    """Return what happens when a player's time is up."""
    return _(
        "When somebody's time is up, a bot plays that turn; after three turns in a row it keeps the seat "
        "until they come back. The host may give everybody more time once a turn."
    )


def pace_text(config: TableConfig) -> str:
    """Return the time for a turn in a few words; "" without a clock."""
    if not config.turn_seconds:
        return ""
    turn = duration_text(config.turn_seconds)
    if not config.bank_seconds:
        return _("{turn} a turn").format(turn=turn)
    return _("{turn} a turn, {bank} in reserve").format(turn=turn, bank=duration_text(config.bank_seconds))


def missed_turns_text(table: TableView) -> str:
    """Return the warning to a viewer who has missed turns, or ""."""
    more = MAX_MISSED - table.missed
    if not 0 < table.missed < MAX_MISSED or table.seat is None or table.stand_ins[table.seat] is not None:
        return ""
    text = ngettext(
        "Your time was up, so a bot played. Miss one more turn and it takes over.",
        "Your time was up, so a bot played. Miss {count} more turns and it takes over.",
        more,
    )
    return text.format(count=more)


def time_left(table: TableView, now: int) -> str:
    """Return the time at `now` (milliseconds since 1970) that the viewer has left, or the pause; "" for none.

    After a round or a game the next one begins by itself when the pause is over.
    """
    clock, view, seat = table.clock, table.view, table.seat
    if clock is None or view is None:
        return ""
    if table.between_rounds or view.over:
        until = clock.pause
    elif seat is None or seat not in awaited_seats(view) or table.stand_ins[seat] is not None:
        return ""
    else:
        until = clock.until[seat]
        if until is not None and until <= now:
            until += clock.banks[seat]
    return "" if until is None else time_left_text(max(0, until - now) / 1000)
