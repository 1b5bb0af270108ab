"""The questions of a table to one seat. Pure."""

from typing import NamedTuple

from sixth.server.protocol.asks import asks_of
from sixth.server.table.view import TableView

_NAMES = {"side": "take", "again": "begin"}
"""The names that programs use for what pages call otherwise."""


class SeatQuestion(NamedTuple):
    """A question to a seat, with the moment that it is meant for."""

    game: int
    round: int
    turn: int
    asks: str


def ask_of(seen: TableView) -> SeatQuestion | None:
    """Return the question to the viewer; None if there is none, or if they have answered it."""
    view, asks = seen.view, asks_of(seen)
    if view is None:
        return None
    match asks:
        case "choose" if view.chosen is not None:
            return None
        case "choose" | "take" | "side" | "pick" | "flip":
            return SeatQuestion(seen.games, view.round, view.turn, _NAMES.get(asks, asks))
        case "next":
            return SeatQuestion(seen.games, view.round + 1, 0, asks)
        case "again":
            return SeatQuestion(seen.games + 1, 0, 0, _NAMES[asks])
    return None


def time_left(seen: TableView, ask: SeatQuestion, now: int) -> int | None:
    """Return the milliseconds left for an answer at `now` (milliseconds since 1970); None without a clock."""
    if seen.clock is None or seen.seat is None:
        return None
    if ask.asks in ("next", "begin"):
        return None if seen.clock.pause is None else max(0, seen.clock.pause - now)
    until = seen.clock.until[seen.seat]
    return None if until is None else max(0, until + seen.clock.banks[seen.seat] - now)
