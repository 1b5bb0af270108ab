"""The games that have ended and are still to read, in one table for all features."""

import sqlalchemy as sa
from alembic import op

from sixth.server.store.game_ends import dumps_end, ends_in

revision = "0022"
down_revision = "0021"

_UNREAD = sa.text("""
    SELECT game_id, table_id FROM games WHERE over AND (
        game_id NOT IN (SELECT game_id FROM people_games_read)
        AND table_id IN (SELECT table_id FROM person_seats)
        OR game_id NOT IN (SELECT game_id FROM rated_games_read)
        AND game_id IN (SELECT game_id FROM rated_seats)
        OR table_id IN (SELECT table_id FROM daily_tries WHERE heads IS NULL)
    )
""")
_LOG = sa.text("SELECT at, happening FROM log WHERE table_id = :table_id ORDER BY version")


def upgrade() -> None:
    """Make the table, with the games that a feature has not read, and drop the lists of those it has read."""
    game_ends = op.create_table(
        "game_ends",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("ended_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    for game_id, table_id in connection.execute(_UNREAD).all():
        for end in ends_in(table_id, connection.execute(_LOG, {"table_id": table_id}).all()):
            if end.game_id == game_id:
                row = {"game_id": game_id, "table_id": table_id, "ended_at": end.ended_at}
                connection.execute(game_ends.insert().values(**row, body=dumps_end(end)))
    op.drop_table("people_games_read")
    op.drop_table("rated_games_read")
    op.execute("DELETE FROM chores WHERE chore = 'ratings'")
