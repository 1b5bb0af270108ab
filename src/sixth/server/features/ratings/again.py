"""The recomputation of all ratings: the rows from the existing logs, the numbers from the rows."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from sixth.server.features.ratings import rows
from sixth.server.features.ratings.rows import Recomputed
from sixth.server.store.game_ends import GameEnd, ends_in
from sixth.server.store.people_schema import rated_seats
from sixth.server.store.schema import log
from sixth.server.store.sql import SqlStore


def recompute(store: SqlStore) -> Recomputed:
    """Compute all ratings of a site anew and keep them, also while its server runs."""
    ends = store.read(_ends)
    return store.writer.submit("ratings", lambda connection: rows.recompute(connection, ends)).result()


def _ends(connection: Connection) -> Sequence[GameEnd]:
    """Return the ends of the games at tables that have had a rated one, from their logs."""
    ends = list[GameEnd]()
    for table in connection.execute(select(rated_seats.c.table_id).distinct()).scalars().all():
        events = select(log.c.at, log.c.happening).where(log.c.table_id == table).order_by(log.c.version)
        ends += ends_in(table, [(at, body) for at, body in connection.execute(events)])
    return ends
