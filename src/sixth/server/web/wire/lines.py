"""Lines of JSON on the wire of a page; public ones are encoded once for all pages."""

from collections.abc import Sequence
from typing import Any, Final

from sixth.rules.codec import dumps
from sixth.rules.events import Chose, Flipped, Picked, Placed, Revealed, Took
from sixth.server.live.chat import ChatLine
from sixth.server.live.models.page_state import page_state
from sixth.server.table import events
from sixth.server.table.codec import public_to_json
from sixth.server.table.fold import TableStep
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

_FOLDED: Final = (
    *(Chose, events.Confirmed, Revealed, Took, Placed, Flipped, Picked),
    *(events.Clocked, events.TimedOut, events.Extended, events.Readied, events.Advised, events.Coached),
)
"""Events that pages fold by themselves: those of a turn. After any other event a page gets its full state."""


_HIDDEN: Final = {"event": "hidden"}
"""A placeholder for an event that no page gets; pages count events to notice missing ones."""


def is_folded(steps: Sequence[TableStep]) -> bool:
    """Return whether pages know the state after these steps from the state before them."""
    return all(isinstance(event, _FOLDED) for event, _ in steps)


def events_line(steps: Sequence[TableStep], now: int) -> bytes:
    """Return what these steps tell everybody who may look; `now` is the server's clock."""
    faces = [public_to_json(event, table) or _HIDDEN for event, table in steps]
    return line({"v": steps[-1][1].version, "now": now, "events": faces})


def has_chosen(steps: Sequence[TableStep], seat: int) -> bool:
    """Return whether `seat` has chosen a card in one of these steps."""
    return any(isinstance(event, Chose | events.Confirmed) and event.seat == seat for event, _ in steps)


def own_line(table: Table, seat: int) -> bytes:
    """Return the line for `seat` alone, with the card that it has chosen."""
    return line({"v": table.version, "own": {"chosen": table.own_choice(seat)}})


def full_line(table_view: TableView, now: int, code: str) -> bytes:
    """Return the line with the full state of a page."""
    return line({"v": table_view.version, "now": now, "full": page_state(table_view, code)})


def talk_line(talk: ChatLine) -> bytes:
    """Return a line of chat; pages recognize repeated lines by `number`."""
    names = ("number", "seat", "name", "kind", "said", "language")
    return line({"said": {name: getattr(talk, name) for name in names}})


def line(value: dict[str, Any]) -> bytes:
    """Return a value as a line of JSON."""
    return dumps(value).encode() + b"\n"
