"""The schema of 0.3.0, which the other steps begin with; that release upgrades older databases."""

from sixth.server.store.upgrade import UnreleasedError

revision = "0006"
down_revision = None


def upgrade() -> None:
    """Refuse a database from before the steps."""
    raise UnreleasedError("0.3.0")
