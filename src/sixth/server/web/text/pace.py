"""The pace of a table and what its clocks say, in words."""

from typing import Final

from sixth.i18n import duration_text, ngettext
from sixth.i18n import gettext as _
from sixth.server.table.clock import MAX_MISSED
from sixth.server.table.config import TableConfig
from sixth.server.table.view import TableView

OWN: Final = "own"
"""The pace of which somebody gives the times."""


def paces() -> dict[str, str]:
    """Return the paces to choose from, by the value that the form sends."""
    return {
        "none": _("No clock"),
        "brisk": _("Fast: 20 seconds a turn, 60 in reserve"),
        "calm": _("Calm: 45 seconds a turn, 120 in reserve"),
        "day": _("Slow: one day a turn"),
        "days": _("Slow: three days a turn"),
        OWN: _("Custom"),
    }


def units() -> dict[str, str]:
    """Return the units of own times, by the value that the form sends."""
    return {"s": _("seconds"), "min": _("minutes"), "h": _("hours"), "d": _("days")}


def at_zero_text() -> str:
    """Return what happens when somebody's time is up."""
    return _(
        "When somebody's time is up, a bot plays that turn; after three turns in a row it keeps the seat "
        "until they come back. The host may give everybody more time once a turn."
    )


def pace_text(config: TableConfig) -> str:
    """Return how long one may think, in a few words; "" without a clock."""
    if not config.turn_seconds:
        return ""
    turn = duration_text(config.turn_seconds)
    if not config.bank_seconds:
        return _("{turn} a turn").format(turn=turn)
    return _("{turn} a turn, {bank} in reserve").format(turn=turn, bank=duration_text(config.bank_seconds))


def missed_text(seen: TableView) -> str:
    """Return what the viewer is told of turns that they missed, or ""."""
    more = MAX_MISSED - seen.missed
    if not 0 < seen.missed < MAX_MISSED or seen.seat is None or seen.stand_ins[seen.seat] is not None:
        return ""
    said = ngettext(
        "Your time was up, so a bot played. Miss one more turn and it takes over.",
        "Your time was up, so a bot played. Miss {count} more turns and it takes over.",
        more,
    )
    return said.format(count=more)
