"""Times in a database that are later than the clock of the machine, and their way back to it.

A server with a wrong clock leaves times in the future behind, and the next server goes on from the latest of
them, as the time at a table never goes back. Only a host can tell which of the two clocks is right.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Final

from sqlalchemy import Connection, and_, func, insert, select, text, update

from sixth.i18n import gettext as _
from sixth.server.core.retries import retry
from sixth.server.store import deadlines, people_schema, schema
from sixth.server.store.engine import StoreError
from sixth.server.store.schema import deadlines as alarms, log
from sixth.server.table import clock
from sixth.server.table.codec import dumps_event, loads_event
from sixth.server.table.events import Clocked
from sixth.server.table.fold import apply_event, fold

AHEAD_MS: Final = 3_600_000
"""Milliseconds by which a database may be ahead of the clock without a warning at a start."""

_DAY_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class SetBack:
    """The outcome of setting a database back.

    `events` counts events from the future, `tries` those of future daily deals; `chain` is true if the chain
    of daily deals begins anew.
    """

    events: int
    tries: int
    chain: bool


def latest(connection: Connection) -> int:
    """Return the moment that a server must go on from, in milliseconds since 1970, UTC."""
    begins = connection.scalar(select(schema.daily_chain.c.begins))
    first = _midnight_ms(date.fromisoformat(begins)) if begins else 0
    return max(deadlines.newest(connection), first)


def check_alone(connection: Connection) -> None:
    """Raise `StoreError` if another program still uses a PostgreSQL database after a while."""
    if connection.dialect.name == "postgresql":
        retry(lambda: _check_alone(connection), lambda error: str(error).rstrip("."))


def _check_alone(connection: Connection) -> None:
    connection.execute(text("SELECT pg_stat_clear_snapshot()"))
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    if connection.scalar(others):
        raise StoreError(_("Another program uses this database; end the servers and try again."))


def set_back(connection: Connection, now: int, *, new_chain: bool) -> SetBack:
    """Set all later times back to `now`, in milliseconds; no server may use the database.

    Clocks at tables go on with their remaining time. Tries of future daily deals no longer count. The chain
    of daily deals gives way to a new one if it begins in the future, or if `new_chain`.
    """
    stamp, today = _stamp(now), datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
    late = log.c.at > stamp
    tables = connection.execute(select(log.c.table_id).where(late).distinct()).scalars().all()
    events = connection.execute(update(log).where(late).values(at=stamp)).rowcount
    for table in tables:
        _set_clock_back(connection, table, now)
    for column, limit in (
        (schema.pushes.c.look_at, now),
        (schema.waiting_list.c.look_at, now),
        (schema.waiting_list.c.until, now),
        (schema.reviews.c.taken_until, 0),
        (schema.outside_bots.c.here_until, 0),
        (schema.outside_bots.c.seen_at, now),
        (schema.outside_bots.c.since, now),
        (schema.invitations.c.until, now),
    ):
        connection.execute(update(column.table).where(column > now).values({column.name: limit}))
    end = _stamp(now + _DAY_MS)
    connection.execute(update(schema.codes).where(schema.codes.c.until > end).values(until=end))
    connection.execute(update(schema.open_tables).where(schema.open_tables.c.at > stamp).values(at=stamp))
    future = people_schema.rated_games.c.ended_at > stamp
    connection.execute(update(people_schema.rated_games).where(future).values(ended_at=stamp))
    early = and_(schema.daily_tries.c.day > today, schema.daily_tries.c.counted)
    tries = connection.execute(update(schema.daily_tries).where(early).values(counted=False)).rowcount
    deletion = schema.daily_chain.delete()
    if not new_chain:
        deletion = deletion.where(schema.daily_chain.c.begins > today)
    return SetBack(events, tries, connection.execute(deletion).rowcount > 0)


def _set_clock_back(connection: Connection, table_id: str, now: int) -> None:
    """Append an event by which the clocks of a table go on at `now` with their remaining time."""
    query = select(log.c.happening).where(log.c.table_id == table_id).order_by(log.c.version)
    lines = connection.execute(query).scalars().all()
    table = fold(table_id, [loads_event(each) for each in lines])
    if table.clock is not None and table.clock.at > now:
        event = _shift(table.clock, table.clock.at - now)
        table = apply_event(table, event)
        row = {
            "table_id": table_id,
            "version": len(lines) + 1,
            "at": _stamp(now),
            "happening": dumps_event(event),
        }
        connection.execute(insert(log).values(row))
    if connection.scalar(select(func.count()).where(alarms.c.table_id == table_id)):
        deadlines.set_deadline(connection, table_id, clock.alarm(table, now))


def _shift(event: Clocked, by: int) -> Clocked:
    until = tuple(None if end is None else end - by for end in event.until)
    pause = None if event.pause is None else event.pause - by
    return replace(event, at=event.at - by, until=until, pause=pause)


def _stamp(now: int) -> str:
    return datetime.fromtimestamp(now / 1000, UTC).isoformat(timespec="microseconds")


def _midnight_ms(day: date) -> int:
    return round(datetime.combine(day, time(), UTC).timestamp() * 1000)
