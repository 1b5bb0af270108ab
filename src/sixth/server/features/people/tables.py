"""What the site keeps of people beside who they are (`store.people_schema`): games, ties, what hosts did."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

person_actions: Final = new_table(
    "person_actions",
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    person_column(nullable=False, index=True),
    sa.Column("action", sa.String(20), nullable=False),
    sa.Column("until", sa.BigInteger),
)
"""What hosts did to people by `sixth people`, and when (milliseconds since 1970, UTC)."""

person_games: Final = new_table(
    "person_games",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    person_column(nullable=False, index=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("began_at", sa.BigInteger, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("heads", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
)
"""The results of people in ended games, which stay when the logs are deleted.

`game` is the name of the rules, "" for none, `place` counts from 1. `name` is the name of the person at that
table, "" in older rows.
"""

person_ties: Final = new_table(
    "person_ties",
    person_column(primary_key=True),
    person_column("other_id", primary_key=True, index=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
)
"""What people are to others, since `at` (milliseconds since 1970, UTC): a `friend`, in both directions, one
who has `asked` the other to be friends, or one who has `blocked` the other.

A request that is `declined` is still `asked` to the one who made it. `name` is the name that a blocked person
kept then, "" for all others: a person who blocks somebody learns of no later name.
"""

erased_tables: Final = new_table(
    "erased_tables",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
)
"""The tables from whose logs a name was erased, which processes have to read again; kept for a day."""
