"""Fair turns of the coach, and reviews by round."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Text, false, inspect, text

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add what fair turns need, and forget attempts, which counted kills of the server as failures."""
    there = {column["name"] for column in inspect(op.get_bind()).get_columns("reviews")}
    for column in (
        Column("network", String(64), nullable=False, server_default=""),
        Column("just_ended", Boolean, nullable=False, server_default=false()),
        Column("deaths", Integer, nullable=False, server_default="0"),
    ):
        # SQLite has no IF NOT EXISTS for a column.
        if column.name not in there:
            op.add_column("reviews", column)
    # So all that was given up is worked out now, too.
    op.execute("UPDATE reviews SET tries = 0, share = 0, taken_until = 0 WHERE body IS NULL")
    unfinished = text("body IS NULL")
    op.create_index(
        "ix_reviews_unfinished",
        "reviews",
        ["coach"],
        if_not_exists=True,
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )
    op.create_table(
        "review_rounds",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("coach", String(40), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("table_id", String(40), nullable=False),
        Column("body", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_review_rounds_table_id", "review_rounds", ["table_id"], if_not_exists=True)
    op.create_table(
        "review_turns",
        Column("whose", String(64), primary_key=True),
        Column("at", BigInteger, nullable=False),
        if_not_exists=True,
    )
