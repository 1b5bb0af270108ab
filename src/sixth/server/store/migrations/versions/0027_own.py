"""What tells people about themselves: kept recovery codes, first answers to puzzles, changes of ratings."""

from alembic import op
from sqlalchemy import BigInteger, Column, String, inspect

from sixth.server.store.schema import METADATA

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add what a database lacks whose tables were made before."""
    _add("person_codes", Column("kept_at", BigInteger))
    # Which of earlier answers was the first is not known.
    _add("person_puzzles", Column("answer", String(20), nullable=False, server_default=""))
    op.create_index("ix_person_puzzles_day", "person_puzzles", ["day"], if_not_exists=True)
    METADATA.create_all(op.get_bind())


def _add(table: str, column: Column[object]) -> None:
    # SQLite has no `ADD COLUMN IF NOT EXISTS`.
    if column.name not in {each["name"] for each in inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)
