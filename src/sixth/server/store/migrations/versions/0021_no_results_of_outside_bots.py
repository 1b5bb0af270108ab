"""The end of the results of outside bots."""

from alembic import op
from sqlalchemy import inspect

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Drop their table, the sums of each bot and the proofs of seats, if they exist, and their chore."""
    op.drop_table("outside_games", if_exists=True)
    for table, column in (("outside_bots", "fares"), ("invitations", "proof")):
        if column in {each["name"] for each in inspect(op.get_bind()).get_columns(table)}:
            op.drop_column(table, column)
    op.execute("DELETE FROM chores WHERE chore = 'outside games'")
