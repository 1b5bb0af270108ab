"""The tables of the database that belong to no feature, and the collection of all tables.

A feature has its own in its `tables.py`. A change here or there of a table that a release has also needs a
step in `migrations/versions`.
"""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

METADATA: Final = sa.MetaData(
    naming_convention={"fk": "fk_%(table_name)s_%(column_0_name)s", "ix": "ix_%(column_0_label)s"}
)
"""All tables of which the modules are imported; `server.app` imports those of all features."""


def new_table(name: str, *parts: sa.schema.SchemaItem) -> sa.Table:
    """Return a table with these columns and indexes, one of the collection."""
    return sa.Table(name, METADATA, *parts)


log: Final = new_table(
    "log",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("happening", sa.Text, nullable=False),
)
"""The events of each table, as JSON (`server.table.codec`)."""

games: Final = new_table(
    "games",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("over", sa.Boolean, nullable=False),
)
"""The table of each game."""

game_ends: Final = new_table(
    "game_ends",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("ended_at", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
"""The ended games that the features have yet to read, as JSON (`server.store.game_ends`).

A row is written with the last event of its game, whose time in the log is `ended_at`, and deleted seconds
later.
"""

held_tables: Final = new_table(
    "held_tables",
    sa.Column("table_id", sa.String(40), primary_key=True),
)
"""The tables whose ended games nobody may read yet, as their deals are still played at other tables."""

deadlines: Final = new_table(
    "deadlines",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("deadline_at", sa.BigInteger, nullable=False, index=True),
)
"""The deadlines of tables, in milliseconds since 1970, UTC."""

codes: Final = new_table(
    "codes",
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, unique=True),
    sa.Column("until", sa.String(40), nullable=False, index=True),
)
"""The short codes of tables."""

open_tables: Final = new_table(
    "open_tables",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(40), nullable=False, index=True),
)
"""The tables in the list of open ones."""

chores: Final = new_table(
    "chores",
    sa.Column("chore", sa.String(40), primary_key=True),
    sa.Column("done_at", sa.BigInteger, nullable=False),
)
"""The last run of each chore, in milliseconds since 1970, UTC."""

secrets: Final = new_table(
    "secrets",
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""The secrets of this site, each made once for all of its processes."""


def sayable(name: str) -> bool:
    """Return whether a query may hold this name: PostgreSQL accepts no NUL."""
    return "\0" not in name


def insert_new(connection: sa.Connection, table: sa.Table, **values: Any) -> None:
    """Insert a row, unless its key exists."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(table).values(values).on_conflict_do_nothing())
