"""The end of turns in the queue of reviews, which goes in the order of requests."""

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Drop the last turns, and what turns and the count of ended processes needed of each review."""
    op.drop_table("review_turns")
    op.drop_column("reviews", "just_ended")
    op.drop_column("reviews", "deaths")
