"""The schema made, or brought up to date by the steps in `migrations`, when a store is opened."""

from pathlib import Path
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    text,
)

from sixth.server.store.schema import METADATA

HEAD: Final = "0009"
"""The newest step; a test holds it to what is in `migrations`."""

NONE: Final = "0000"
"""Where a database is that was written before there were steps."""

_VERSION: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the step that a database is at."""

_LOCK_NUMBER: Final = 6_104_055
"""Our number among the advisory locks of a PostgreSQL."""


class TooNewError(Exception):
    """The database was brought up to date by a later Sixth, whose steps are not known here."""


def revision(connection: Connection) -> str | None:
    """Return the step that the database is at; None before the first."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def touch(connection: Connection) -> None:
    """Write one row as it is: fails where nothing can be written.

    SQLite begins a transaction that will write even where it cannot, and takes it for one that reads.
    """
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date, all of it or none, in the transaction of `connection`.

    Raises:
        TooNewError: the database is ahead of this program.
    """
    if connection.dialect.name == "postgresql":
        # Processes that start together do it one after the other; that a whole site is copied into the
        # database (`upkeep.copying`) takes longer than anybody should wait without a word.
        connection.execute(text("SET LOCAL lock_timeout = '5s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK_NUMBER})
    if revision(connection) == HEAD:
        return
    if inspect(connection).get_table_names():
        run_steps(connection)
    else:
        make(connection)


def make(connection: Connection) -> None:
    """Make all tables in an empty database, which a test holds to be what the steps make of it."""
    METADATA.create_all(connection, checkfirst=False)
    _VERSION.create(connection)
    connection.execute(insert(_VERSION).values(version_num=HEAD))


def run_steps(connection: Connection) -> None:
    """Run all steps that the database has not seen.

    Raises:
        TooNewError: the database is ahead of this program.
    """
    # Alembic takes longer to import than all tables to make, so a new database does without it.
    from alembic import command, util
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except util.CommandError as error:
        raise TooNewError from error
