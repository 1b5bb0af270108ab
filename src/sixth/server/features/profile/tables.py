"""The table of the results of people."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

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

`game` is the name of the rules, with their end where only that differs, "" for none. `place` counts from 1.
`name` is the name of the person at that table, "" in older rows.
"""
