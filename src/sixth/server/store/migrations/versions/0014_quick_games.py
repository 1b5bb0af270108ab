"""Rated quick games: the tables that wait for players, and those who want to be on the board of ratings."""

from alembic import op
from sqlalchemy import BigInteger, Column, String

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "quick_tables",
        Column("table_id", String(40), primary_key=True),
        Column("bots_at", BigInteger, nullable=False),
        if_not_exists=True,
    )
