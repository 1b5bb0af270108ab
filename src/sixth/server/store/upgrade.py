"""The schema brought up to date when a store is opened, by the steps in `migrations`."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

HEAD: Final = "0006"
"""The newest step; a test holds it to what is in `migrations`."""

NONE: Final = "0000"
"""Where a database is that was written before there were steps."""

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
    # It takes a fifth of a second to import, which only the first start needs.
    from alembic import command, util
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except util.CommandError as error:
        raise TooNewError from error
