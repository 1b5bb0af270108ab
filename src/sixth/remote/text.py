"""Sentences and events of a person's session at a remote table."""

from typing import Any

from sixth.i18n import gettext as _
from sixth.rules.codec import Malformed, event_from_json
from sixth.rules.events import Dealt, Event


def help_text() -> str:
    """Return the sentence that lists what the person can type at any time."""
    return _(
        "Type a number and Enter; r shows the rows, h your hand, t the totals, k the time left,"
        " c asks the coach, s and words says them, b takes your seat back, q leaves, ? says this."
    )


def event_of(line: dict[str, Any]) -> Event | None:
    """Return the event of a game in the JSON of a server; None for table events and unknown kinds."""
    if line["event"] == "dealt":
        rows = tuple(tuple(row) for row in line["rows"])
        return Dealt(line["round"], line["part"], (), rows)
    try:
        return event_from_json({name: value for name, value in line.items() if name != "v"})
    except Malformed:
        return None
