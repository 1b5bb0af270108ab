"""The lines of JSON that a table sends to pages and programs; `docs/api.md` describes each.

Every line has its kind under `line`, and under `v` the version of the table. What all may know is encoded
once for everybody who listens.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps
from sixth.rules.events import Chose, Dealt, Flipped, Picked, Placed, Revealed, Took
from sixth.server.protocol.state import page_state
from sixth.server.table import events
from sixth.server.table.codec import public_to_json
from sixth.server.table.commands import TalkKind
from sixth.server.table.fold import TableStep
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view

_FOLDED: Final = (
    *(Chose, events.Confirmed, Revealed, Took, Placed, Flipped, Picked),
    *(events.Clocked, events.TimedOut, events.Extended, events.Readied, events.Advised, events.Coached),
)
"""Events that pages fold by themselves: those of a turn. After any other event a page gets its full state."""

_HIDDEN: Final = {"event": "hidden"}
"""A placeholder for an event that nobody gets; pages count events to notice missing ones."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat: `said` is the key of a phrase or reaction, or free text.

    `number` is the same in all processes and grows from line to line. `language` is that of the page on
    which a text was written, so most likely that of the text. `person` is the id of the person who has the
    seat, "" for none; no page and no program gets it.
    """

    number: int
    seat: int
    name: str
    kind: TalkKind
    said: str
    language: str = ""
    person: str = ""


def is_folded(steps: Sequence[TableStep]) -> bool:
    """Return whether pages know the state after these steps from the state before them."""
    return all(isinstance(event, _FOLDED) for event, _ in steps)


def events_line(steps: Sequence[TableStep], now: int) -> bytes:
    """Return what these steps tell everybody who may look; `now` is the server's clock."""
    public = [{"v": table.version, **(public_to_json(event, table) or _HIDDEN)} for event, table in steps]
    return line("events", steps[-1][1].version, now=now, events=public)


def tells_own(steps: Sequence[TableStep], seat: int) -> bool:
    """Return whether these steps have something that `seat` alone may know: its choice, or a hand."""
    return any(
        isinstance(event, Dealt) or (isinstance(event, Chose | events.Confirmed) and event.seat == seat)
        for event, _ in steps
    )


def own_line(table: Table, seat: int, steps: Sequence[TableStep]) -> bytes:
    """Return the line for `seat` alone: the card that it has chosen, and its hand if these steps dealt it."""
    own: dict[str, Any] = {"chosen": table.own_choice(seat)}
    if any(isinstance(event, Dealt) for event, _ in steps):
        view = table_view(table, seat).view
        own["hand"] = view.hand if view else ()
    return line("own", table.version, own=own)


def full_line(view: TableView, now: int, code: str, around: Mapping[str, Any]) -> bytes:
    """Return the line with the full state of a page, and what lies around the game in its language."""
    return line("full", view.version, now=now, full=page_state(view, code), around=around)


def said_lines(messages: Iterable[ChatLine], version: int, muted: Collection[str] = ()) -> bytes:
    """Return the lines of these messages but for those of people who are `muted`, by id.

    Listeners recognize repeated lines by `number`.
    """
    names = ("number", "seat", "name", "kind", "said", "language")
    heard = [{name: getattr(each, name) for name in names} for each in messages if each.person not in muted]
    return b"".join([line("said", version, **each) for each in heard])


def end_line(version: int, code: str) -> bytes:
    """Return the last line of a stream, with the reason as a code and as a sentence."""
    return line("end", version, code=code, why=why_ended(code))


def why_ended(code: str) -> str:
    """Return the sentence for the code of the last line of any stream."""
    match code:
        case "closed":
            return _("This server is about to end; come back in a moment.")
        case "unavailable":
            return _("The database of this site isn't responding. Please try again in a moment.")
        case "no-table":
            return _("There is no such table; check its address.")
        case "upgraded":
            return _("This page is of an earlier version; please reload it.")
        case "private":
            return _("This table is private.")
    return _("Something went wrong on our side. Your game is saved; please try again.")


def line(kind: str, version: int, /, **more: Any) -> bytes:
    """Return a line of this kind."""
    return dumps({"line": kind, "v": version, **more}).encode() + b"\n"
