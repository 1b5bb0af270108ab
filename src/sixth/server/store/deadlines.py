"""The deadlines of tables, when a seat's time is up, in the database of the logs."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.sql import func

from sixth.server.store.prepared import PreparedStatement
from sixth.server.store.schema import deadlines, log
from sixth.server.store.writer import StoreRows

_DELETE: Final = PreparedStatement(delete(deadlines).where(deadlines.c.table_id == bindparam("table")))
_ADD: Final = PreparedStatement(insert(deadlines))


class Deadlines(StoreRows):
    """At most one deadline for each table, written in the transaction that writes its log.

    A deadline is when a seat's time is up, in milliseconds since 1970, UTC.
    """

    def due(self, now: int, most: int) -> tuple[tuple[str, int], ...]:
        """Return up to `most` tables whose deadline has passed, each with its deadline, earliest first."""
        query = (
            select(deadlines.c.table_id, deadlines.c.deadline_at)
            .where(deadlines.c.deadline_at <= now)
            .order_by(deadlines.c.deadline_at)
            .limit(most)
        )
        return tuple((table, at) for table, at in self._read(lambda each: each.execute(query).all()))

    def next(self) -> int | None:
        """Return the earliest of all deadlines; None if there is none."""
        earliest: int | None = self._read(lambda each: each.scalar(select(func.min(deadlines.c.deadline_at))))
        return earliest

    def put_off(self, table: str, expected: int, alarm: int) -> None:
        """Set the deadline of a table to `alarm`, if it is still the `expected` one."""
        same = (deadlines.c.table_id == table) & (deadlines.c.deadline_at == expected)
        later = update(deadlines).where(same).values(deadline_at=alarm)
        self._writer.submit(table, lambda connection: connection.execute(later)).result()


def newest(connection: Connection) -> int:
    """Return the time of the newest event at a table with a deadline, in milliseconds since 1970, UTC.

    Later readings of the machine's clock may be earlier, if it was set back. 0 if there is no such event.
    """
    last = (
        select(log.c.table_id, func.max(log.c.version).label("version"))
        .where(log.c.table_id.in_(select(deadlines.c.table_id)))
        .group_by(log.c.table_id)
        .subquery()
    )
    time = connection.scalar(
        select(func.max(log.c.at)).join(
            last, (log.c.table_id == last.c.table_id) & (log.c.version == last.c.version)
        )
    )
    return round(datetime.fromisoformat(time).timestamp() * 1000) if time else 0


def set_deadline(connection: Connection, table: str, alarm: int | None) -> None:
    """Write or remove (None) the deadline of a table, in the transaction of `connection`."""
    _DELETE.do(connection, {"table": table})
    if alarm is not None:
        _ADD.do(connection, {"table_id": table, "deadline_at": alarm})
