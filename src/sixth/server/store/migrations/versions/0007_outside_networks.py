"""The networks that registered outside bots, each of which may have a part of their places."""

from alembic import op
from sqlalchemy import Column, String, inspect

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column, unless it is there; bots that were registered before count in nobody's share."""
    # SQLite has no `ADD COLUMN IF NOT EXISTS`.
    if "network" not in {each["name"] for each in inspect(op.get_bind()).get_columns("outside_bots")}:
        op.add_column("outside_bots", Column("network", String(64), nullable=False, server_default=""))
