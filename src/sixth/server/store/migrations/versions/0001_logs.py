"""Logs, games, clocks, codes and the list of open tables.

Databases that are older than these steps have some of the tables, or all.
"""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Text

from sixth.server.store import games

revision = "0001"
down_revision = None

_INDEXES = (
    ("games", "table_id"),
    ("deadlines", "deadline_at"),
    ("codes", "until"),
    ("open_tables", "at"),
)


def upgrade() -> None:
    """Make what is not there."""
    op.create_table(
        "log",
        Column("table_id", String(40), primary_key=True),
        Column("version", Integer, primary_key=True),
        Column("at", String(40), nullable=False),
        Column("happening", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "games",
        Column("game_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False),
        Column("over", Boolean, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "deadlines",
        Column("table_id", String(40), primary_key=True),
        Column("deadline_at", BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "codes",
        Column("code", String(8), primary_key=True),
        Column("table_id", String(40), nullable=False, unique=True),
        Column("until", String(40), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "open_tables",
        Column("table_id", String(40), primary_key=True),
        Column("at", String(40), nullable=False),
        if_not_exists=True,
    )
    for table, column in _INDEXES:
        op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
    games.catch_up(op.get_bind())
