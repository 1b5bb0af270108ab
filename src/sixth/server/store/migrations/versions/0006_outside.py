"""Outside bots, their invitations to tables, and the games that count in their results."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String, Text

revision = "0006"
down_revision = "0005"

_INDEXES = (
    ("outside_bots", "seen_at"),
    ("outside_bots", "here_until"),
    ("invitations", "bot_id"),
    ("invitations", "table_id"),
    ("invitations", "until"),
    ("outside_games", "table_id"),
)


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "outside_bots",
        Column("bot_id", String(40), primary_key=True),
        Column("proof", String(64), nullable=False, unique=True),
        Column("name", Text, nullable=False),
        Column("looks", Text, nullable=False, unique=True),
        Column("run_by", Text, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
        Column("here_until", BigInteger, nullable=False),
        Column("stream", String(40), nullable=False),
        Column("missed", Integer, nullable=False),
        Column("fares", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "invitations",
        Column("invitation_id", String(40), primary_key=True),
        Column("bot_id", String(40), nullable=False),
        Column("table_id", String(40), nullable=False),
        Column("until", BigInteger, nullable=False),
        Column("answer", String(20), nullable=False),
        Column("proof", String(64), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "outside_games",
        Column("game_id", String(40), primary_key=True),
        Column("bot_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False),
        if_not_exists=True,
    )
    for table, column in _INDEXES:
        op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
