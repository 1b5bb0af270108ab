"""The daily deal: the chain of its secrets, and the games of each day."""

from alembic import op
from sqlalchemy import Boolean, Column, Integer, String

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make its tables."""
    op.create_table(
        "daily_chain",
        Column("number", Integer, primary_key=True),
        Column("begins", String(10), nullable=False),
        Column("last", String(64), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "daily_tries",
        Column("table_id", String(40), primary_key=True),
        Column("day", String(10), nullable=False),
        Column("network", String(64), nullable=False),
        Column("counted", Boolean, nullable=False),
        Column("heads", Integer),
        if_not_exists=True,
    )
    op.create_index("ix_daily_tries_day", "daily_tries", ["day", "network"], if_not_exists=True)
    op.create_index("ix_daily_tries_heads", "daily_tries", ["day", "heads", "counted"], if_not_exists=True)
