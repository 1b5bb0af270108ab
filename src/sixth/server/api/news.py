"""What happened at a table, and what it asks for, as lines of JSON for one audience. Pure."""

from collections.abc import Iterable
from typing import NamedTuple

from sixth.rules.codec import Json
from sixth.rules.events import Chose, Dealt, Flipped, Picked, Took
from sixth.server.table.asks import asks_of
from sixth.server.table.codec import public_to_json
from sixth.server.table.events import Clocked, Confirmed, Readied, StoodIn, TableEvent, TimedOut
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view

_ANSWERS = Chose | Confirmed | Picked | Took | Flipped | Readied
"""What a seat does when it is asked."""

_ASKED = {"side": "take", "again": "begin"}
"""What programs call otherwise than pages; those know the same action in two forms."""


class Ask(NamedTuple):
    """What a seat is asked, and for which moment it is meant."""

    game: int
    round: int
    turn: int
    asks: str


def ask_of(seen: TableView) -> Ask | None:
    """Return what whoever sees this is asked now; None for nothing, or if they have answered already."""
    view, asks = seen.view, asks_of(seen)
    if view is None:
        return None
    match asks:
        case "choose" if view.chosen is not None:
            return None
        case "choose" | "take" | "side" | "pick" | "flip":
            return Ask(seen.games, view.round, view.turn, _ASKED.get(asks, asks))
        case "next":
            return Ask(seen.games, view.round + 1, 0, asks)
        case "again":
            return Ask(seen.games + 1, 0, 0, _ASKED[asks])
    return None


def time_left(seen: TableView, ask: Ask, now: int) -> int | None:
    """Return the milliseconds left for an answer at `now` (since 1970); None where no clock runs."""
    if seen.clock is None or seen.seat is None:
        return None
    if ask.asks in ("next", "begin"):
        return None if seen.clock.pause is None else max(0, seen.clock.pause - now)
    until = seen.clock.until[seen.seat]
    return None if until is None else max(0, until + seen.clock.banks[seen.seat] - now)


def answered(events: Iterable[TableEvent], seat: int | None) -> bool:
    """Return whether the owner of this seat did something by these events, and no bot in their place."""
    done = False
    for event in events:
        if isinstance(event, StoodIn | TimedOut) and event.seat == seat:
            return False
        done = done or (isinstance(event, _ANSWERS) and event.seat == seat)
    return done


def event_line(event: TableEvent, table: Table, seat: int | None) -> Json | None:
    """Return an event as `seat` may know it, or everybody (None); None for nothing. `table` is after it.

    What a seat has chosen is told to nobody, itself included: `view` shows it what it may know of that.
    Clocks are told with each question.
    """
    told = None if isinstance(event, Clocked) else public_to_json(event, table)
    if told is None:
        return None
    if isinstance(event, Dealt):
        seen = table_view(table, seat).view
        told["hand"] = seen.hand if seen else ()
    return {"v": table.version, **told}
