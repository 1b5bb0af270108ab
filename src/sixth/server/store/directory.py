"""The list of open tables, and the short codes of tables."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sixth.server.store.schema import codes, insert_new, log, open_tables, sayable
from sixth.server.store.writer import Store, StoreRows

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes: no vowels, so that no words come out, and nothing that looks like a digit."""

CODE_LENGTH: Final = 4
"""Letters of a code, while few codes are in use."""

_CODES_PER_TABLE: Final = 1000
"""Possible codes for each one in use, at least, so that a guess hardly ever leads to a table."""

_CODE_LIFETIME: Final = timedelta(days=1)
"""The time that a code lives after its last use, and that a table stays in the list of open ones."""

_MAX_TRIES: Final = 50


class Directory(StoreRows):
    """Codes and open tables, in the database of the logs; it fills again if it is lost."""

    def __init__(self, store: Store, now: Callable[[], datetime] | None = None) -> None:
        super().__init__(store)
        self._now = now or (lambda: datetime.now(UTC))

    # -------------------------------------------------------------- codes

    def code_of(self, table: str, *, make: bool = True) -> str | None:
        """Return the code of a table and extend its life; if it has none, make one if `make` is true.

        None also in the unlikely case that no code is free.
        """

        def find_or_make(connection: Connection) -> str | None:
            connection.execute(delete(codes).where(codes.c.until <= self._stamp()))
            until = self._stamp(_CODE_LIFETIME)
            code = connection.scalar(select(codes.c.code).where(codes.c.table_id == table))
            if code is not None:
                connection.execute(update(codes).where(codes.c.table_id == table).values(until=until))
                return str(code)
            new_code = _new_code(connection) if make else None
            if new_code is not None:
                connection.execute(insert(codes).values(code=new_code, table_id=table, until=until))
            return new_code

        try:
            return self._writer.submit(table, find_or_make).result()
        except IntegrityError:
            # Another process made a code for it at the same time, which the next call returns.
            return None

    def find(self, code: str) -> str | None:
        """Return the table with this code, in upper or lower case, or None."""
        query = select(codes.c.table_id).where(codes.c.code == code.upper(), codes.c.until > self._stamp())
        table = self._read(lambda connection: connection.scalar(query)) if sayable(code) else None
        return None if table is None else str(table)

    # -------------------------------------------------------------- open tables

    def list(self, table: str) -> None:
        """Put a table into the list of open ones, by the time at which it was opened.

        So nobody brings a table before newer ones by taking it out of the list and putting it back. An old
        table stays in the list for some hours.
        """

        def write(connection: Connection) -> None:
            query = select(log.c.at).where(log.c.table_id == table, log.c.version == 1)
            opened = connection.scalar(query)
            now = self._now()
            at = max(datetime.fromisoformat(opened), now - _CODE_LIFETIME / 2) if opened else now
            insert_new(connection, open_tables, table_id=table, at=at.isoformat(timespec="milliseconds"))

        self._writer.submit(table, write).result()

    def unlist(self, table: str) -> None:
        """Take a table out of the list."""
        statement = delete(open_tables).where(open_tables.c.table_id == table)
        self._writer.submit(table, lambda connection: connection.execute(statement)).result()

    def listed(self, most: int) -> tuple[tuple[str, datetime], ...]:
        """Return the newest `most` open tables of a day, each with the time at which it was opened."""
        query = (
            select(open_tables.c.table_id, open_tables.c.at)
            .where(open_tables.c.at > self._stamp(-_CODE_LIFETIME))
            .order_by(open_tables.c.at.desc())
            .limit(most)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return tuple((table, datetime.fromisoformat(at)) for table, at in rows)

    def _stamp(self, later: timedelta = timedelta()) -> str:
        return (self._now() + later).isoformat(timespec="milliseconds")


def _new_code(connection: Connection) -> str | None:
    """Return a code that is not in use, with more letters if many are; None if all tries fail."""
    count = connection.scalar(select(func.count()).select_from(codes)) or 0
    length = CODE_LENGTH
    while count * _CODES_PER_TABLE >= len(LETTERS) ** length:
        length += 1
    tries = ("".join(secrets.choice(LETTERS) for _ in range(length)) for _ in range(_MAX_TRIES))
    used = select(codes.c.code)
    return next((code for code in tries if not connection.scalar(used.where(codes.c.code == code))), None)
