"""Reviews of finished games by the coach."""

from alembic import op
from sqlalchemy import BigInteger, Column, Float, Integer, String, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make its table."""
    op.create_table(
        "reviews",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("coach", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False),
        Column("asked_at", BigInteger, nullable=False),
        Column("taken_until", BigInteger, nullable=False),
        Column("tries", Integer, nullable=False),
        Column("share", Float, nullable=False),
        Column("body", Text),
        if_not_exists=True,
    )
    for column in ("table_id", "asked_at"):
        op.create_index(f"ix_reviews_{column}", "reviews", [column], if_not_exists=True)
