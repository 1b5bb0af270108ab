"""When tables must be looked after because somebody's time is up, beside the logs in the same database."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.sql import func

from sixth.server.store.prepared import Prepared
from sixth.server.store.schema import deadlines, log
from sixth.server.store.writer import Part

_FORGET: Final = Prepared(delete(deadlines).where(deadlines.c.table_id == bindparam("table")))
_ADD: Final = Prepared(insert(deadlines))


class Deadlines(Part):
    """One moment a table at most, kept in the transaction that writes its log."""

    def due(self, now: int, most: int) -> tuple[tuple[str, int], ...]:
        """See `store.Deadlines.due`."""
        wanted = (
            select(deadlines.c.table_id, deadlines.c.deadline_at)
            .where(deadlines.c.deadline_at <= now)
            .order_by(deadlines.c.deadline_at)
            .limit(most)
        )
        return tuple((table, at) for table, at in self._read(lambda each: each.execute(wanted).all()))

    def next(self) -> int | None:
        """See `store.Deadlines.next`."""
        found: int | None = self._read(lambda each: each.scalar(select(func.min(deadlines.c.deadline_at))))
        return found

    def put_off(self, table: str, known: int, alarm: int) -> None:
        """See `store.Deadlines.put_off`."""
        same = (deadlines.c.table_id == table) & (deadlines.c.deadline_at == known)
        later = update(deadlines).where(same).values(deadline_at=alarm)
        self._writer.submit(table, lambda connection: connection.execute(later)).result()


def newest(connection: Connection) -> int:
    """Return when something last happened at a table that must be looked after, in ms; 0 if there is none.

    Their moments are by the clock of then, whatever that of the machine says now.
    """
    last = (
        select(log.c.table_id, func.max(log.c.version).label("version"))
        .where(log.c.table_id.in_(select(deadlines.c.table_id)))
        .group_by(log.c.table_id)
        .subquery()
    )
    found = connection.scalar(
        select(func.max(log.c.at)).join(
            last, (log.c.table_id == last.c.table_id) & (log.c.version == last.c.version)
        )
    )
    return round(datetime.fromisoformat(found).timestamp() * 1000) if found else 0


def keep(connection: Connection, table: str, alarm: int | None) -> None:
    """Write the moment of a table, or that it has none, in the transaction of `connection`."""
    _FORGET.do(connection, {"table": table})
    if alarm is not None:
        _ADD.do(connection, {"table_id": table, "deadline_at": alarm})
