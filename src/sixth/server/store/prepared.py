"""Prepared statements for the most frequent work, compiled once and passed straight to the driver.

SQLAlchemy needs many times as long to look up a compiled statement and to wrap its rows as SQLite needs to
execute it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

T = TypeVar("T")
Values = Mapping[str, Any]


class PreparedStatement:
    """A statement that is executed with values by the names of its parameters."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compile = lru_cache(2)(self._compile_for)

    def scalar(self, connection: Connection, values: Values) -> Any:
        """Return the first value of the first row, or None."""
        text, bind = self._compile(connection.dialect)

        def do(cursor: Any) -> Any:
            cursor.execute(text, bind(values))
            row = cursor.fetchone()
            return None if row is None else row[0]

        return with_cursor(connection, do)

    def rows(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:
        """Return all rows."""
        text, bind = self._compile(connection.dialect)

        def do(cursor: Any) -> list[tuple[Any, ...]]:
            cursor.execute(text, bind(values))
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

        return with_cursor(connection, do)

    def do(self, connection: Connection, values: Values) -> None:
        """Execute the statement."""
        text, bind = self._compile(connection.dialect)
        with_cursor(connection, lambda cursor: cursor.execute(text, bind(values)))

    def do_each(self, connection: Connection, values: Sequence[Values]) -> None:
        """Execute the statement for each of these values."""
        text, bind = self._compile(connection.dialect)
        with_cursor(connection, lambda cursor: cursor.executemany(text, [bind(each) for each in values]))

    def _compile_for(self, dialect: Dialect) -> tuple[str, Callable[[Values], Any]]:
        compiled = self._statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        defaults, names = compiled.params, compiled.positiontup
        if names is None:
            return str(compiled), lambda values: {**defaults, **values}
        return str(compiled), lambda values: [values.get(name, defaults[name]) for name in names]


def with_cursor(connection: Connection, do: Callable[[Any], T]) -> T:
    """Return the result of `do`, called with a cursor of the driver.

    Raises:
        DBAPIError: as SQLAlchemy raises it, for an error of the driver.
    """
    dialect, driver_connection = connection.dialect, connection.connection
    cursor = driver_connection.cursor()
    try:
        return do(cursor)
    except dialect.loaded_dbapi.Error as error:
        if dialect.is_disconnect(error, driver_connection, cursor):
            connection.invalidate(error)
        # Without the statement and its values, which are hidden cards.
        raise DBAPIError.instance(
            None, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
        ) from error
    finally:
        cursor.close()
