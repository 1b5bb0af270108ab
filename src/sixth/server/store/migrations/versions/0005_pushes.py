"""The secrets of the site, and subscriptions to push messages about turns."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "secrets",
        Column("name", String(40), primary_key=True),
        Column("value", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "pushes",
        Column("table_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("proof", String(64), nullable=False),
        Column("endpoint", Text, nullable=False),
        Column("p256dh", String(100), nullable=False),
        Column("auth", String(40), nullable=False),
        Column("language", String(8), nullable=False),
        Column("site", Text, nullable=False),
        Column("told", Integer, nullable=False),
        Column("look_at", BigInteger),
        Column("tries", Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_pushes_look_at", "pushes", ["look_at"], if_not_exists=True)
