"""The end of the games of people on other sites."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Drop their table."""
    op.drop_table("person_elsewhere", if_exists=True)
