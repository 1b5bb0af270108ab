"""The daily puzzles that people have tried."""

from alembic import op
from sqlalchemy import Boolean, Column, Integer, String

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "person_puzzles",
        Column("person_id", String(40), primary_key=True),
        Column("day", String(10), primary_key=True),
        Column("level", Integer, primary_key=True),
        Column("tries", Integer, nullable=False),
        Column("solved", Boolean, nullable=False),
        if_not_exists=True,
    )
