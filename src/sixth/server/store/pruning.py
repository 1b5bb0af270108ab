"""Old tables deleted with all that is kept of them: where games are over, and others only if asked to."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection, Select, delete, exists, select
from sqlalchemy.sql import func

from sixth.server.store.schema import METADATA, games, log
from sixth.server.store.sql import SqlStore

_TABLES_AT_ONCE: Final = 100


def old(connection: Connection, before: datetime, *, unfinished: bool) -> Sequence[str]:
    """Return the tables at which nothing has happened since `before`, and no game goes on or is awaited.

    Those whose game goes on, or never began, are among them only if the `unfinished` are asked for.
    """
    return connection.execute(_old(before, unfinished=unfinished)).scalars().all()


def prune(connection: Connection, table: str, before: datetime, *, unfinished: bool) -> bool:
    """Delete a table in the transaction of `connection`, if it is (still) one of those; whether it was.

    Processes that play on there meanwhile find it as it was, or not at all.
    """
    last = select(log.c.version).where(log.c.table_id == table).order_by(log.c.version.desc()).limit(1)
    # In PostgreSQL whoever appends just now is waited for, and whoever wants to from now on waits for us.
    locked = connection.scalar(last.with_for_update())
    wanted = _old(before, unfinished=unfinished, table=table)
    if connection.scalar(last) != locked or connection.execute(wanted).first() is None:
        return False
    for each in METADATA.sorted_tables:
        if "table_id" in each.c:
            connection.execute(delete(each).where(each.c.table_id == table))
    return True


def _old(before: datetime, *, unfinished: bool, table: str | None = None) -> Select[str]:
    """Those tables, or this one if it is one of them."""
    last = select(log.c.table_id, func.max(log.c.version).label("version")).group_by(log.c.table_id)
    newest = (last if table is None else last.where(log.c.table_id == table)).subquery()
    found = (
        select(log.c.table_id)
        .join(newest, (log.c.table_id == newest.c.table_id) & (log.c.version == newest.c.version))
        .where(log.c.at < before.astimezone(UTC).isoformat(timespec="microseconds"))
    )
    if unfinished:
        return found
    of_table = exists().where(games.c.table_id == log.c.table_id)
    return found.where(of_table, ~of_table.where(~games.c.over))


def prune_one(store: SqlStore, table: str, before: datetime) -> bool:
    """Delete this table, if it is (still) old and its games are over."""
    return store.writer.submit(table, partial(prune, table=table, before=before, unfinished=False)).result()


def prune_all(
    store: SqlStore, tables: Sequence[str], before: datetime, *, unfinished: bool
) -> Iterator[bool]:
    """Delete these tables, many in one commit; whether each (still) was old."""
    for start in range(0, len(tables), _TABLES_AT_ONCE):
        waiting = [
            store.writer.submit(table, partial(prune, table=table, before=before, unfinished=unfinished))
            for table in tables[start : start + _TABLES_AT_ONCE]
        ]
        for each in waiting:
            yield each.result()
