"""The time of a database, which may be later than the clock of the machine.

A server with a wrong clock leaves times in the future behind, and the next server goes on from the latest of
them, as the time at a table never goes back. Only a host can tell which of the two clocks is right.
"""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, select

from sixth.server.store import deadlines
from sixth.server.store.schema import METADATA

AHEAD_MS: Final = 3_600_000
"""Milliseconds by which a database may be ahead of the clock without a warning at a start."""


def latest(connection: Connection) -> int:
    """Return the moment that a server must go on from, in milliseconds since 1970, UTC."""
    chain = METADATA.tables.get("daily_chain")
    begins = connection.scalar(select(chain.c.begins)) if chain is not None else None
    first = datetime.fromisoformat(begins).replace(tzinfo=UTC).timestamp() if begins else 0
    return max(deadlines.newest(connection), round(first * 1000))
