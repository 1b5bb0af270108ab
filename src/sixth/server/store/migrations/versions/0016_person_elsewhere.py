"""The games of people on other sites."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "person_elsewhere",
        Column("person_id", String(40), primary_key=True),
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("game", String(40), nullable=False),
        Column("began_at", BigInteger, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("rounds", Integer, nullable=False),
        Column("heads", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        if_not_exists=True,
    )
