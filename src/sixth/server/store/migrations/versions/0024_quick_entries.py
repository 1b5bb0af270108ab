"""Entries for rated quick games, in place of tables that wait for players."""

from alembic import op
from sqlalchemy import BigInteger, Column, String

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Make their table. A table that waits becomes one whose host begins."""
    op.drop_table("quick_tables")
    op.create_table(
        "quick_entries",
        Column("browser", String(64), primary_key=True),
        Column("number", String(40), nullable=False),
        Column("proof", String(64), nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
        Column("table_id", String(40)),
    )
