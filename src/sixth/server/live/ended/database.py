"""The database as the process for ended games reads it: by its driver alone.

To import SQLAlchemy takes most of the start of such a process, and half of its memory.
"""

from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

_CONNECT_TIMEOUT_S: Final = 5
"""Seconds until a PostgreSQL that does not answer counts as away, unless its URL sets a timeout."""


class Database(NamedTuple):
    """The arguments with which the driver connects to a database."""

    is_file: bool
    arguments: tuple[Any, ...]
    options: Mapping[str, Any]

    @classmethod
    def at(cls, url: "URL") -> Self:
        """Return the database at a normalized URL."""
        arguments, options = url.get_dialect()().create_connect_args(url)
        is_file = url.get_backend_name() == "sqlite"
        usual = {} if is_file else {"connect_timeout": _CONNECT_TIMEOUT_S}
        return cls(is_file, tuple(arguments), {**usual, **options})

    def log(self, table_id: str) -> list[str]:
        """Return the events of a table as the log holds them, in order."""
        if self.is_file:
            import sqlite3

            query = "SELECT happening FROM log WHERE table_id = ? ORDER BY version"
            with closing(sqlite3.connect(*self.arguments, **self.options)) as file:
                file.execute("PRAGMA query_only=ON")
                return [body for (body,) in file.execute(query, [table_id])]
        import psycopg

        with closing(psycopg.connect(*self.arguments, **self.options)) as connection:
            connection.read_only = True
            rows = connection.execute(
                "SELECT happening FROM log WHERE table_id = %s ORDER BY version", [table_id]
            )
            return [body for (body,) in rows]
