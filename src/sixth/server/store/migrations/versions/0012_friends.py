"""Friends: who is whose, links by which people become friends, and invitations to tables."""

from alembic import op
from sqlalchemy import BigInteger, Column, String

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "person_ties",
        Column("person_id", String(40), primary_key=True),
        Column("other_id", String(40), primary_key=True),
        Column("kind", String(10), nullable=False),
        Column("at", BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "friend_links",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False, unique=True),
        Column("number", String(40), nullable=False),
        Column("until", BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "friend_invitations",
        Column("person_id", String(40), primary_key=True),
        Column("friend_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False),
        Column("until", BigInteger, nullable=False),
        if_not_exists=True,
    )
    for table, column in (
        ("person_ties", "other_id"),
        ("friend_invitations", "friend_id"),
        ("friend_invitations", "table_id"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
