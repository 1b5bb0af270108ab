"""The store (`sql.SqlStore`) keeps the log of every table: its events, durable before they are sent."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.server.store.games import GameRows
from sixth.server.store.seat_rows import NO_SEATS, SeatRows

CHANNEL: Final = "sixth_tables"
"""The channel on which processes that share a store announce their appends."""

GOSSIP: Final = "sixth_gossip"
"""The channel for their messages that are not stored."""


class ConflictError(Exception):
    """Another writer appended to this table first; nothing was written."""


class Append(NamedTuple):
    """Events after `version` of a table, and its next deadline; see `SqlStore.append`.

    `bodies` are the events as the log holds them, `games` the games that they begin and end, `seats` the rows
    about the seats that they give and rate. `alarm` is in milliseconds since 1970, UTC. The store adds `at`,
    the time of the events (ISO 8601), and `notice`, which the database sends to listening processes when the
    events are on disk, unless it is None.
    """

    table: str
    version: int
    bodies: Sequence[str]
    games: GameRows
    alarm: int | None = None
    seats: SeatRows = NO_SEATS
    at: str = ""
    notice: str | None = None
