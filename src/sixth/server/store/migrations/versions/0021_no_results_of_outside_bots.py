"""The end of the results of outside bots."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Drop their table, the sums of each bot and the proofs of seats, and their chore."""
    op.drop_table("outside_games")
    op.drop_column("outside_bots", "fares")
    op.drop_column("invitations", "proof")
    op.execute("DELETE FROM chores WHERE chore = 'outside games'")
