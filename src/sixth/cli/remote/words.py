"""What is said of a table elsewhere, and what can be typed there."""

from typing import Any

from sixth.i18n import gettext as _
from sixth.rules.codec import Malformed, event_from_json
from sixth.rules.events import Dealt, Event


def help_words() -> str:
    """Return what may be typed at any time."""
    return _(
        "Type a number and Enter; r shows the rows, h your hand, t the totals, k the time left,"
        " c asks the coach, s and words says them, b takes your seat back, q leaves, ? says this."
    )


def happened(found: dict[str, Any]) -> Event | None:
    """Return the event of a game that a server told; None for others, and for what a later server tells."""
    if found["event"] == "dealt":
        rows = tuple(tuple(row) for row in found["rows"])
        return Dealt(found["round"], found["part"], (), rows)
    try:
        return event_from_json({name: value for name, value in found.items() if name != "v"})
    except Malformed:
        return None
