"""Rated quick games: the tables that wait for players, and those who want to be on the board of ratings."""

from alembic import op
from sqlalchemy import BigInteger, Column, String

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make their tables, and room for ratings by named game."""
    op.create_table(
        "quick_tables",
        Column("table_id", String(40), primary_key=True),
        Column("bots_at", BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table("rating_board", Column("person_id", String(40), primary_key=True), if_not_exists=True)
    with op.batch_alter_table("person_ratings") as ratings:
        ratings.alter_column("pool", type_=String(40))
    op.create_index("ix_rated_games_game", "rated_games", ["game"], if_not_exists=True)
