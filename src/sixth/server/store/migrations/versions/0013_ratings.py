"""Ratings: the games that count, and the numbers of people."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, Integer, String, Text

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "rated_games",
        Column("game_id", String(40), primary_key=True),
        Column("ended_at", String(40), nullable=False),
        Column("pool", String(10), nullable=False),
        Column("game", String(40), nullable=False),
        Column("players", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "rated_games_read",
        Column("game_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False),
        Column("counted", Boolean, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "person_ratings",
        Column("person_id", String(40), primary_key=True),
        Column("pool", String(10), primary_key=True),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("games", Integer, nullable=False),
        if_not_exists=True,
    )
    for table, column in (("rated_games", "ended_at"), ("rated_games_read", "table_id")):
        op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
