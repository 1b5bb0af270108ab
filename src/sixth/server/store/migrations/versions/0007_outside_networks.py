"""Where bots that people run elsewhere were registered from: a network has a share of their places."""

from alembic import op
from sqlalchemy import Column, String

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; those registered before count in nobody's share."""
    op.add_column("outside_bots", Column("network", String(64), nullable=False, server_default=""))
