"""Events of a table, and what it asks of a seat, as JSON for one audience. Pure."""

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
"""Events with which a seat answers what it is asked."""

_NAMES = {"side": "take", "again": "begin"}
"""The names that programs use for what pages call otherwise."""


class Ask(NamedTuple):
    """A question to a seat, with the moment that it is meant for."""

    game: int
    round: int
    turn: int
    asks: str


def ask_of(seen: TableView) -> Ask | None:
    """Return the question to the viewer; None if there is none, or if they have answered it."""
    view, asks = seen.view, asks_of(seen)
    if view is None:
        return None
    match asks:
        case "choose" if view.chosen is not None:
            return None
        case "choose" | "take" | "side" | "pick" | "flip":
            return Ask(seen.games, view.round, view.turn, _NAMES.get(asks, asks))
        case "next":
            return Ask(seen.games, view.round + 1, 0, asks)
        case "again":
            return Ask(seen.games + 1, 0, 0, _NAMES[asks])
    return None


def time_left(seen: TableView, ask: Ask, now: int) -> int | None:
    """Return the milliseconds left for an answer at `now` (milliseconds since 1970); None without a clock."""
    if seen.clock is None or seen.seat is None:
        return None
    if ask.asks in ("next", "begin"):
        return None if seen.clock.pause is None else max(0, seen.clock.pause - now)
    until = seen.clock.until[seen.seat]
    return None if until is None else max(0, until + seen.clock.banks[seen.seat] - now)


def answered(events: Iterable[TableEvent], seat: int | None) -> bool:
    """Return whether the owner of this seat has answered by these events, and no bot in their place."""
    acted = False
    for event in events:
        if isinstance(event, StoodIn | TimedOut) and event.seat == seat:
            return False
        acted = acted or (isinstance(event, _ANSWERS) and event.seat == seat)
    return acted


def event_line(event: TableEvent, table: Table, seat: int | None) -> Json | None:
    """Return an event as `seat` may know it, or everybody (None); None if they may not. `table` is after it.

    No choice is among the events, not even the own one: `view` has what a seat may know of that. Clocks come
    with each question.
    """
    line = None if isinstance(event, Clocked) else public_to_json(event, table)
    if line is None:
        return None
    if isinstance(event, Dealt):
        seen = table_view(table, seat).view
        line["hand"] = seen.hand if seen else ()
    return {"v": table.version, **line}
