"""Tries of deals: no index by heads, as results are counted where they are kept."""

from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Drop the index that serves no query."""
    op.drop_index("ix_daily_tries_heads", table_name="daily_tries", if_exists=True)
