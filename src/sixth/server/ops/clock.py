"""The time of a database, which may be later than the clock of the machine.

A server with a wrong clock leaves times in the future behind, and the next server goes on from the latest of
them, as the time at a table never goes back. Only a host can tell which of the two clocks is right.
"""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, select

from sixth.server.features.daily.tables import daily_chain
from sixth.server.store import deadlines

AHEAD_MS: Final = 3_600_000
"""Milliseconds by which a database may be ahead of the clock without a warning at a start."""


def latest(connection: Connection) -> int:
    """Return the moment that a server must go on from, in milliseconds since 1970, UTC."""
    begins = connection.scalar(select(daily_chain.c.begins))
    first = datetime.fromisoformat(begins).replace(tzinfo=UTC).timestamp() if begins else 0
    return max(deadlines.newest(connection), round(first * 1000))
