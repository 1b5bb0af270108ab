"""People: their browsers, seats and games, and what adds a device."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Text, false

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "people",
        Column("person_id", String(40), primary_key=True),
        Column("name", Text, nullable=False),
        Column("mark", Integer, nullable=False),
        Column("shown", String(10), nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
        Column("erased", Boolean, nullable=False, server_default=false()),
        Column("barred_until", BigInteger, nullable=False, server_default="0"),
        if_not_exists=True,
    )
    op.create_table(
        "person_actions",
        Column("number", Integer, primary_key=True),
        Column("at", BigInteger, nullable=False),
        Column("person_id", String(40), nullable=False),
        Column("action", String(20), nullable=False),
        Column("until", BigInteger),
        if_not_exists=True,
    )
    op.create_table(
        "person_names",
        Column("looks", String(200), primary_key=True),
        Column("person_id", String(40), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "person_browsers",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False),
        Column("label", Text, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "person_links",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False),
        Column("number", String(40), nullable=False),
        Column("until", BigInteger, nullable=False),
        Column("other_id", String(40)),
        if_not_exists=True,
    )
    op.create_table(
        "person_codes",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False),
        Column("made_at", BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "person_seats",
        Column("table_id", String(40), primary_key=True),
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "person_games",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("person_id", String(40), nullable=False),
        Column("game", String(40), nullable=False),
        Column("began_at", BigInteger, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("rounds", Integer, nullable=False),
        Column("heads", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "people_games_read",
        Column("game_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "erased_tables",
        Column("table_id", String(40), primary_key=True),
        Column("at", BigInteger, nullable=False),
        if_not_exists=True,
    )
    for table, column in (
        ("people", "seen_at"),
        ("people", "erased"),
        ("person_actions", "person_id"),
        ("person_names", "person_id"),
        ("person_browsers", "person_id"),
        ("person_links", "person_id"),
        ("person_links", "until"),
        ("person_links", "other_id"),
        ("person_codes", "person_id"),
        ("person_seats", "person_id"),
        ("person_games", "person_id"),
        ("people_games_read", "table_id"),
        ("erased_tables", "at"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
