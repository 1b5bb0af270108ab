"""Conduct: whose chat people do not see, mutes by hosts, and reports; pushes about invitations."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String, Text, inspect

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make the column and the tables."""
    if "muted_until" not in {each["name"] for each in inspect(op.get_bind()).get_columns("people")}:
        muted_until = Column("muted_until", BigInteger, nullable=False, server_default="0")
        op.add_column("people", muted_until)
    op.create_table(
        "person_pushes",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False),
        Column("endpoint", Text, nullable=False),
        Column("p256dh", String(100), nullable=False),
        Column("auth", String(40), nullable=False),
        Column("language", String(8), nullable=False),
        Column("site", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "person_mutes",
        Column("person_id", String(40), primary_key=True),
        Column("other_id", String(40), primary_key=True),
        Column("name", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "person_reports",
        Column("report_id", String(40), primary_key=True),
        Column("at", BigInteger, nullable=False),
        Column("by_id", String(40), nullable=False),
        Column("person_id", String(40), nullable=False),
        Column("place", String(40), nullable=False),
        Column("game_id", String(40), nullable=False),
        Column("version", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("line", BigInteger, nullable=False),
        Column("lines", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("log", Text, nullable=False),
        Column("closed_at", BigInteger),
        if_not_exists=True,
    )
    indexes = [("person_pushes", "person_id"), ("person_mutes", "other_id")]
    indexes += [("person_reports", column) for column in ("at", "by_id", "person_id")]
    for table, column in indexes:
        op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
