"""Tournaments: their logs, tables and people, and the tables whose ended games are held back."""

from alembic import op

from sixth.server.store.schema import METADATA

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Make the tables that are new."""
    METADATA.create_all(op.get_bind())
