"""When tables must be looked after because somebody's time is up, beside the logs in the same database."""

from threading import Lock

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.sql import func

_METADATA = MetaData()

_deadlines = Table(
    "deadlines",
    _METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("deadline_at", BigInteger, nullable=False, index=True),
)


class Deadlines:
    """One moment a table at most, kept in the transaction that writes its log."""

    def __init__(self, engine: Engine, writing: Lock) -> None:
        self._engine, self._writing = engine, writing
        _METADATA.create_all(engine)

    def due(self, now: int, most: int) -> tuple[tuple[str, int], ...]:
        """See `store.Deadlines.due`."""
        wanted = (
            select(_deadlines.c.table_id, _deadlines.c.deadline_at)
            .where(_deadlines.c.deadline_at <= now)
            .order_by(_deadlines.c.deadline_at)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return tuple((table, at) for table, at in connection.execute(wanted))

    def next(self) -> int | None:
        """See `store.Deadlines.next`."""
        with self._engine.connect() as connection:
            found: int | None = connection.scalar(select(func.min(_deadlines.c.deadline_at)))
            return found

    def put_off(self, table: str, known: int, alarm: int) -> None:
        """See `store.Deadlines.put_off`."""
        same = (_deadlines.c.table_id == table) & (_deadlines.c.deadline_at == known)
        with self._writing, self._engine.begin() as connection:
            connection.execute(update(_deadlines).where(same).values(deadline_at=alarm))


def keep(connection: Connection, table: str, alarm: int | None) -> None:
    """Write the moment of a table, or that it has none, in the transaction of `connection`."""
    connection.execute(delete(_deadlines).where(_deadlines.c.table_id == table))
    if alarm is not None:
        connection.execute(insert(_deadlines).values(table_id=table, deadline_at=alarm))
