"""Chores of the whole site."""

from alembic import op
from sqlalchemy import BigInteger, Column, String

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make its table."""
    op.create_table(
        "chores",
        Column("chore", String(40), primary_key=True),
        Column("done_at", BigInteger, nullable=False),
        if_not_exists=True,
    )
