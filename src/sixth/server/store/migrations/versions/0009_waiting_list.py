"""Subscriptions to a push message about an open table."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String, Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "waiting_list",
        Column("proof", String(64), primary_key=True),
        Column("endpoint", Text, nullable=False),
        Column("p256dh", String(100), nullable=False),
        Column("auth", String(40), nullable=False),
        Column("language", String(8), nullable=False),
        Column("site", Text, nullable=False),
        Column("known", Text, nullable=False),
        Column("until", BigInteger, nullable=False),
        Column("look_at", BigInteger),
        Column("tries", Integer, nullable=False),
        if_not_exists=True,
    )
    for column in ("until", "look_at"):
        op.create_index(f"ix_waiting_list_{column}", "waiting_list", [column], if_not_exists=True)
