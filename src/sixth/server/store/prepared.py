"""Statements for what is done most: made once, and given to the driver as they are.

To look up how a statement was made, and to make ready what it finds, takes SQLAlchemy many times as long as
it takes SQLite to do it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]


class Prepared:
    """A statement whose values come, by the names of its parameters, when it is done."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._made = lru_cache(2)(self._make)

    def scalar(self, connection: Connection, values: Values) -> Any:
        """Return the first value that it finds, or None."""
        text, given = self._made(connection.dialect)

        def do(cursor: Any) -> Any:
            cursor.execute(text, given(values))
            found = cursor.fetchone()
            return None if found is None else found[0]

        return by_driver(connection, do)

    def rows(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:
        """Return all that it finds."""
        text, given = self._made(connection.dialect)

        def do(cursor: Any) -> list[tuple[Any, ...]]:
            cursor.execute(text, given(values))
            found: list[tuple[Any, ...]] = cursor.fetchall()
            return found

        found: list[tuple[Any, ...]] = by_driver(connection, do)
        return found

    def do(self, connection: Connection, values: Values) -> None:
        """Have it done."""
        text, given = self._made(connection.dialect)
        by_driver(connection, lambda cursor: cursor.execute(text, given(values)))

    def do_each(self, connection: Connection, values: Sequence[Values]) -> None:
        """Have it done for each of these."""
        text, given = self._made(connection.dialect)
        by_driver(connection, lambda cursor: cursor.executemany(text, [given(each) for each in values]))

    def _make(self, dialect: Dialect) -> tuple[str, Callable[[Values], Any]]:
        compiled = self._statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        usual, names = compiled.params, compiled.positiontup
        if names is None:
            return str(compiled), lambda values: {**usual, **values}
        return str(compiled), lambda values: [values.get(name, usual[name]) for name in names]


def by_driver(connection: Connection, do: Callable[[Any], Any]) -> Any:
    """Return what `do` finds by a cursor of the driver; what goes wrong is said as SQLAlchemy says it."""
    dialect, driven = connection.dialect, connection.connection
    cursor = driven.cursor()
    try:
        return do(cursor)
    except dialect.loaded_dbapi.Error as error:
        if dialect.is_disconnect(error, driven, cursor):
            connection.invalidate(error)
        # Without the statement and its values, which are hidden cards.
        raise DBAPIError.instance(
            None, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
        ) from error
    finally:
        cursor.close()
