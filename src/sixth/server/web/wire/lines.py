"""Lines of JSON over the line of a page. What is public is encoded once, whoever listens."""

from collections.abc import Sequence
from typing import Any, Final

from sixth.rules.codec import dumps
from sixth.rules.events import Chose, Flipped, Picked, Placed, Revealed, Took
from sixth.server.service.chat import Line
from sixth.server.table.codec import public_to_json
from sixth.server.table.events import (
    Advised,
    Clocked,
    Coached,
    Confirmed,
    Extended,
    Readied,
    TimedOut,
)
from sixth.server.table.fold import TableStep
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.wire.state import page_state

_FOLDED: Final = (
    *(Chose, Confirmed, Revealed, Took, Placed, Flipped, Picked),
    *(Clocked, TimedOut, Extended, Readied, Advised, Coached),
)
"""What pages fold by themselves: all that happens in a turn. Anything else is followed by their state."""


_HIDDEN: Final = {"event": "hidden"}
"""In the place of an event that is told to nobody: a page counts events to see that it missed none."""


def is_folded(steps: Sequence[TableStep]) -> bool:
    """Return whether pages know the state after these steps from the state before them."""
    return all(isinstance(event, _FOLDED) for event, _ in steps)


def events_line(steps: Sequence[TableStep], now: int) -> bytes:
    """Return what these steps tell everybody who may look at the table; `now` is the server's clock."""
    told = [public_to_json(event, table) or _HIDDEN for event, table in steps]
    return _line({"v": steps[-1][1].version, "now": now, "events": told})


def chose(steps: Sequence[TableStep], seat: int) -> bool:
    """Return whether `seat` has chosen a card in one of these steps."""
    return any(isinstance(event, Chose | Confirmed) and event.seat == seat for event, _ in steps)


def own_line(table: Table, seat: int) -> bytes:
    """Return what is told to `seat` alone: the card it has chosen."""
    return _line({"v": table.version, "own": {"chosen": table.own_choice(seat)}})


def full_line(seen: TableView, now: int, code: str) -> bytes:
    """Return the whole state of a page."""
    return _line({"v": seen.version, "now": now, "full": page_state(seen, code)})


def said_line(line: Line) -> bytes:
    """Return what somebody has said; `number` tells a line that was heard before."""
    return _line(
        {
            "said": {
                "number": line.number,
                "seat": line.seat,
                "name": line.name,
                "kind": line.kind,
                "said": line.said,
                "language": line.language,
            }
        }
    )


def watchers_line(count: int) -> bytes:
    """Return how many look on, for a big screen."""
    return _line({"watchers": count})


def here_line(version: int) -> bytes:
    """Return that nothing has happened, and the connection is fine."""
    return _line({"here": version})


def end_line(code: str) -> bytes:
    """Return the last line: `closed`, `private`, `no-table`, `unavailable` or `fault`."""
    return _line({"end": code})


def _line(value: dict[str, Any]) -> bytes:
    return dumps(value).encode() + b"\n"
