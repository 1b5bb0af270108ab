"""Boards: players and last days of tries, and how many players took how many heads or chose what."""

from alembic import op
from sqlalchemy import Column, String, inspect, text

from sixth.server.store.schema import METADATA

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Add what tries of boards need, and count the results of earlier daily deals."""
    connection = op.get_bind()
    known = {each["name"] for each in inspect(connection).get_columns("daily_tries")}
    # Names of deals of boards are longer than days.
    with op.batch_alter_table("daily_tries") as batch:
        batch.alter_column("day", type_=String(16), existing_type=String(10), existing_nullable=False)
        for column in (
            Column("player", String(40), nullable=False, server_default=""),
            Column("until", String(10), nullable=False, server_default=""),
        ):
            if column.name not in known:
                batch.add_column(column)
    op.create_index("ix_daily_tries_player", "daily_tries", ["player"], if_not_exists=True)
    METADATA.create_all(connection)
    connection.execute(text("UPDATE daily_tries SET until = day WHERE until = ''"))
    connection.execute(
        text("""
        INSERT INTO board_counts (subject, heads, players)
        SELECT day, heads, count(*) FROM daily_tries WHERE counted AND heads IS NOT NULL GROUP BY day, heads
    """)
    )
