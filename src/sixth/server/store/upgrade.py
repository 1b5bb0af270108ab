"""The creation of the schema, and its upgrades by the steps in `migrations`, when a store is opened."""

from pathlib import Path
from typing import Final

import sqlalchemy as sa

from sixth.server.store.schema import METADATA

HEAD: Final = "0030"
"""The newest step; a test compares it with `migrations`."""

_STOPOVERS: Final = {"0005": "0.3.0", "0019": "adf37e9f", "0025": "aa47a1db"}
"""The last versions and commits with steps that this one lacks, by the last of those steps."""

_VERSION: Final = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's table for the step of a database."""

_LOCK_NUMBER: Final = 6_104_055
"""The number of Sixth's advisory lock in a PostgreSQL."""


def leads_on_from(step: str) -> bool:
    """Return whether this version has a step from that of a database to its own."""
    return any((Path(__file__).parent / "migrations" / "versions").glob(f"{step}_*.py"))


class StepError(Exception):
    """The database is at a step that this version of Sixth does not have.

    The text is the version or the commit that has to upgrade it first, "" for a database of a later version.
    """


def revision(connection: sa.Connection) -> str | None:
    """Return the step of the database; None before the first."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    step: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return step


def touch(connection: sa.Connection) -> None:
    """Write one row without a change, which fails if the database cannot be written.

    To begin a transaction is not enough: SQLite begins one that only reads if the file cannot be written.
    """
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema up to date in the transaction of `connection`.

    Raises:
        StepError: the database is older than the steps, at one that no release had, or of a later version.
    """
    if connection.dialect.name == "postgresql":
        # Processes that start together upgrade one after the other. The lock is also held while a site is
        # copied into the database (`ops.transfer`), which takes too long for a silent wait.
        connection.execute(sa.text("SET LOCAL lock_timeout = '5s'"))
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK_NUMBER})
    if revision(connection) == HEAD:
        return
    assert METADATA.info.get("complete"), "sixth.server.app, with the tables of features, is not imported"
    if sa.inspect(connection).get_table_names():
        run_steps(connection)
    else:
        make(connection)


def make(connection: sa.Connection) -> None:
    """Make all tables in an empty database; a test checks that the steps lead to the same."""
    METADATA.create_all(connection, checkfirst=False)
    _VERSION.create(connection)
    connection.execute(sa.insert(_VERSION).values(version_num=HEAD))


def run_steps(connection: sa.Connection) -> None:
    """Run all steps that the database still needs; may raise what `upgrade` may."""
    # The import of Alembic takes longer than making all tables, so new databases do without it.
    from alembic import command, util
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except util.CommandError as error:
        at = revision(connection) or ""
        versions = [version for last, version in _STOPOVERS.items() if at <= last]
        raise StepError(*versions[:1]) from error
