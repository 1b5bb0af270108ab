"""Passkeys: those of people, and the challenges that wait for an answer."""

from alembic import op
from sqlalchemy import BigInteger, Column, String, Text

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "person_passkeys",
        Column("credential_id", String(1400), primary_key=True),
        Column("person_id", String(40), nullable=False),
        Column("name", Text, nullable=False),
        Column("public_key", Text, nullable=False),
        Column("sign_count", BigInteger, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("used_at", BigInteger),
        if_not_exists=True,
    )
    op.create_table(
        "passkey_challenges",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40)),
        Column("until", BigInteger, nullable=False),
        if_not_exists=True,
    )
    for table, column in (
        ("person_passkeys", "person_id"),
        ("passkey_challenges", "person_id"),
        ("passkey_challenges", "until"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
