"""The deletion of old tables and of everything that belongs to them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection, Select, delete, exists, select
from sqlalchemy.sql import func

from sixth.server.store.schema import METADATA, game_ends, games, log
from sixth.server.store.sql import SqlStore

_TABLES_AT_ONCE: Final = 100


def old(connection: Connection, before: datetime, *, unfinished: bool) -> Sequence[str]:
    """Return the tables without an event since `before`, and without a game that goes on or has not begun.

    A table whose games have not all been read (`game_ends`) is not among them.

    With `unfinished` the tables with such a game are among them, too.
    """
    return connection.execute(_old(before, unfinished=unfinished)).scalars().all()


def prune(connection: Connection, table: str, before: datetime, *, unfinished: bool) -> bool:
    """Delete a table in the transaction of `connection` if it is (still) `old`; return whether it was.

    Processes that append to the table at the same time find all of it, or nothing.
    """
    last = select(log.c.version).where(log.c.table_id == table).order_by(log.c.version.desc()).limit(1)
    # In PostgreSQL this waits for a current append, and makes later ones wait for the deletion.
    locked = connection.scalar(last.with_for_update())
    query = _old(before, unfinished=unfinished, table=table)
    if connection.scalar(last) != locked or connection.execute(query).first() is None:
        return False
    for each in METADATA.sorted_tables:
        if "table_id" in each.c:
            connection.execute(delete(each).where(each.c.table_id == table))
    return True


def _old(before: datetime, *, unfinished: bool, table: str | None = None) -> Select[str]:
    """Return the query for `old`, for one table if `table` names one."""
    last = select(log.c.table_id, func.max(log.c.version).label("version")).group_by(log.c.table_id)
    newest = (last if table is None else last.where(log.c.table_id == table)).subquery()
    query = (
        select(log.c.table_id)
        .join(newest, (log.c.table_id == newest.c.table_id) & (log.c.version == newest.c.version))
        .where(log.c.at < before.astimezone(UTC).isoformat(timespec="microseconds"))
        .where(~exists().where(game_ends.c.table_id == log.c.table_id))
    )
    if unfinished:
        return query
    of_table = exists().where(games.c.table_id == log.c.table_id)
    return query.where(of_table, ~of_table.where(~games.c.over))


def prune_one(store: SqlStore, table: str, before: datetime) -> bool:
    """Delete a table if it is (still) `old` and its games are over; return whether it was."""
    return store.writer.submit(table, partial(prune, table=table, before=before, unfinished=False)).result()


def prune_all(
    store: SqlStore, tables: Sequence[str], before: datetime, *, unfinished: bool
) -> Iterator[bool]:
    """Delete these tables, many in one commit; yield whether each was (still) `old`."""
    for start in range(0, len(tables), _TABLES_AT_ONCE):
        results = [
            store.writer.submit(table, partial(prune, table=table, before=before, unfinished=unfinished))
            for table in tables[start : start + _TABLES_AT_ONCE]
        ]
        for each in results:
            yield each.result()
