"""Rows of bots and reviews, all tables that 0.3.0 did not have, and the ends of games.

The step follows on that of 0.3.0. Databases at steps 0007 to 0025, which no release had, are refused.
"""

from alembic import op
from sqlalchemy import Column, Float, Integer, String, insert, text

from sixth.server.store.game_ends import dumps_end, ends_in
from sixth.server.store.schema import METADATA, game_ends

revision = "0026"
down_revision = "0006"


def upgrade() -> None:
    """Change the rows of bots and reviews, make the tables that are new, and note which games are to read."""
    op.drop_table("outside_games")
    op.drop_column("outside_bots", "fares")
    # Bots that were registered before count in the share of no network.
    op.add_column("outside_bots", Column("network", String(64), nullable=False, server_default=""))
    op.drop_column("invitations", "proof")
    op.execute("DELETE FROM invitations WHERE bot_id NOT IN (SELECT bot_id FROM outside_bots)")
    with op.batch_alter_table("invitations") as batch:
        batch.create_foreign_key(
            "fk_invitations_bot_id", "outside_bots", ["bot_id"], ["bot_id"], ondelete="CASCADE"
        )
    op.execute("DELETE FROM chores WHERE chore = 'outside games'")
    _change_reviews()
    METADATA.create_all(op.get_bind())
    _note_game_ends()


def _change_reviews() -> None:
    for column in (
        Column("network", String(64), nullable=False, server_default=""),
        Column("choices", Integer),
        Column("loss", Float),
    ):
        op.add_column("reviews", column)
    # 0.3.0 counted kills of the server as failures, so every review that was given up is tried again.
    op.execute("UPDATE reviews SET tries = 0, share = 0, taken_until = 0 WHERE body IS NULL")
    unfinished = text("body IS NULL")
    op.create_index(
        "ix_reviews_unfinished", "reviews", ["coach"], sqlite_where=unfinished, postgresql_where=unfinished
    )


def _note_game_ends() -> None:
    connection = op.get_bind()
    unread = text("""
        SELECT game_id, table_id FROM games
        WHERE over AND table_id IN (SELECT table_id FROM daily_tries WHERE heads IS NULL)
    """)
    for game_id, table_id in connection.execute(unread).all():
        rows = text("SELECT at, happening FROM log WHERE table_id = :table_id ORDER BY version")
        for end in ends_in(table_id, connection.execute(rows, {"table_id": table_id}).all()):
            if end.game_id == game_id:
                row = {"game_id": game_id, "table_id": table_id, "ended_at": end.ended_at}
                connection.execute(insert(game_ends).values(**row, body=dumps_end(end)))
