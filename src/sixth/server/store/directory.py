"""Which tables are open to everybody, and the short codes by which tables are found."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Executable, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sixth.server.store.schema import codes, insert_new, open_tables, sayable
from sixth.server.store.writer import Part, Writer

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Of codes: no vowels, so that no words come out, and nothing that looks like a digit."""

CODE_LENGTH: Final = 4
"""Letters of a code, while few are in use."""

_MAX_SHARE: Final = 1000
"""Of so many codes of a length at most one is in use, so that hardly anybody finds a table by guessing."""

_CODE_LIFETIME: Final = timedelta(days=1)
"""After the table was last asked for."""

_MAX_TRIES: Final = 50


class Directory(Part):
    """Codes and open tables, beside the logs in the same database."""

    def __init__(
        self,
        read: Callable[[Callable[[Connection], Any]], Any],
        writer: Writer,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        super().__init__(read, writer)
        self._now = now or (lambda: datetime.now(UTC))

    # -------------------------------------------------------------- codes

    def code_of(self, table: str, *, make: bool = True) -> str | None:
        """Return the code of a table, which ends a day later now; one is made if it has none, if asked to.

        None also in the unlikely case that all are in use.
        """

        def find_or_make(connection: Connection) -> str | None:
            connection.execute(delete(codes).where(codes.c.until <= self._stamp()))
            until = self._stamp(_CODE_LIFETIME)
            known = connection.scalar(select(codes.c.code).where(codes.c.table_id == table))
            if known is not None:
                connection.execute(update(codes).where(codes.c.table_id == table).values(until=until))
                return str(known)
            code = _new_code(connection) if make else None
            if code is not None:
                connection.execute(insert(codes).values(code=code, table_id=table, until=until))
            return code

        try:
            return self._writer.submit(table, find_or_make).result()
        except IntegrityError:
            # Another process gave it one at the same time; whoever looks again finds that.
            return None

    def find(self, code: str) -> str | None:
        """Return the table that has this code, however it is written."""
        wanted = select(codes.c.table_id).where(codes.c.code == code.upper(), codes.c.until > self._stamp())
        found = self._read(lambda connection: connection.scalar(wanted)) if sayable(code) else None
        return None if found is None else str(found)

    # -------------------------------------------------------------- open tables

    def list(self, table: str) -> None:
        """Put a table into the list of open ones, as the newest if it is not there."""
        new = {"table_id": table, "at": self._stamp()}
        self._writer.submit(table, lambda connection: insert_new(connection, open_tables, **new)).result()

    def unlist(self, table: str) -> None:
        """Take a table out of the list."""
        self._write(table, delete(open_tables).where(open_tables.c.table_id == table))

    def listed(self, most: int) -> tuple[tuple[str, datetime], ...]:
        """Return the newest open tables, of a day, each with when it was put into the list."""
        wanted = (
            select(open_tables.c.table_id, open_tables.c.at)
            .where(open_tables.c.at > self._stamp(-_CODE_LIFETIME))
            .order_by(open_tables.c.at.desc())
            .limit(most)
        )
        rows = self._read(lambda connection: connection.execute(wanted).all())
        return tuple((table, datetime.fromisoformat(at)) for table, at in rows)

    def _write(self, table: str, what: Executable) -> None:
        self._writer.submit(table, lambda connection: connection.execute(what)).result()

    def _stamp(self, later: timedelta = timedelta()) -> str:
        return (self._now() + later).isoformat(timespec="milliseconds")


def _new_code(connection: Connection) -> str | None:
    """Return a code that is not in use, with more letters where many are."""
    used = connection.scalar(select(func.count()).select_from(codes)) or 0
    length = CODE_LENGTH
    while used * _MAX_SHARE >= len(LETTERS) ** length:
        length += 1
    tries = ("".join(secrets.choice(LETTERS) for _ in range(length)) for _ in range(_MAX_TRIES))
    return next((code for code in tries if not _used(connection, code)), None)


def _used(connection: Connection, code: str) -> bool:
    return connection.scalar(select(codes.c.code).where(codes.c.code == code)) is not None
