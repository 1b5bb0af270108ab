"""Which tables are open to everybody, and the short codes by which tables are found."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Final

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, delete, insert, select
from sqlalchemy.exc import IntegrityError

_METADATA = MetaData()

_codes = Table(
    "codes",
    _METADATA,
    Column("code", String(8), primary_key=True),
    Column("table_id", String(40), nullable=False, unique=True),
    Column("until", String(40), nullable=False, index=True),
)

_open = Table(
    "open_tables",
    _METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("at", String(40), nullable=False, index=True),
)

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Of codes: no vowels, so that no words come out, and nothing that looks like a digit."""

CODE_LENGTH: Final = 4

_LASTS: Final = timedelta(days=1)
_TRIES: Final = 50


class Directory:
    """Codes and open tables, beside the logs in the same database."""

    def __init__(self, engine: Engine, writing: Lock, now: Callable[[], datetime] | None = None) -> None:
        self._engine, self._writing = engine, writing
        self._now = now or (lambda: datetime.now(UTC))
        _METADATA.create_all(engine)

    # -------------------------------------------------------------- codes

    def code_of(self, table: str) -> str | None:
        """The code of a table, made if it has none; None in the unlikely case that all are in use."""
        try:
            return self._code_of(table)
        except IntegrityError:
            # Another process gave it one at the same time; whoever looks again finds that.
            return None

    def _code_of(self, table: str) -> str | None:
        with self._writing, self._engine.begin() as connection:
            connection.execute(delete(_codes).where(_codes.c.until <= self._stamp()))
            known = connection.scalar(select(_codes.c.code).where(_codes.c.table_id == table))
            if known is not None:
                return str(known)
            code = next((code for code in map(_new_code, range(_TRIES)) if not _used(connection, code)), None)
            if code is not None:
                until = self._stamp(_LASTS)
                connection.execute(insert(_codes).values(code=code, table_id=table, until=until))
            return code

    def find(self, code: str) -> str | None:
        """The table that has this code, however it is written."""
        wanted = select(_codes.c.table_id).where(
            _codes.c.code == code.upper(), _codes.c.until > self._stamp()
        )
        with self._engine.connect() as connection:
            found = connection.scalar(wanted)
        return None if found is None else str(found)

    def forget(self, table: str) -> None:
        """Give the code of a table back."""
        with self._writing, self._engine.begin() as connection:
            connection.execute(delete(_codes).where(_codes.c.table_id == table))

    # -------------------------------------------------------------- open tables

    def list(self, table: str) -> None:
        """Put a table into the list of open ones, as the newest if it is not there."""
        with self._writing, self._engine.begin() as connection:
            if connection.scalar(select(_open.c.table_id).where(_open.c.table_id == table)) is None:
                connection.execute(insert(_open).values(table_id=table, at=self._stamp()))

    def unlist(self, table: str) -> None:
        """Take a table out of the list."""
        with self._writing, self._engine.begin() as connection:
            connection.execute(delete(_open).where(_open.c.table_id == table))

    def listed(self, most: int) -> tuple[tuple[str, datetime], ...]:
        """The newest open tables, of a day, each with when it was put into the list."""
        wanted = (
            select(_open.c.table_id, _open.c.at)
            .where(_open.c.at > self._stamp(-_LASTS))
            .order_by(_open.c.at.desc())
            .limit(most)
        )
        with self._engine.connect() as connection:
            return tuple((table, datetime.fromisoformat(at)) for table, at in connection.execute(wanted))

    def _stamp(self, later: timedelta = timedelta()) -> str:
        return (self._now() + later).isoformat(timespec="milliseconds")


def _new_code(_try: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _used(connection: Connection, code: str) -> bool:
    return connection.scalar(select(_codes.c.code).where(_codes.c.code == code)) is not None
