"""The table of puzzles."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

person_puzzles: Final = new_table(
    "person_puzzles",
    person_column(primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("level", sa.Integer, primary_key=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
)
"""The daily puzzles that people have tried: the day (YYYY-MM-DD), the level of the puzzle, from 1, how many
tries, and whether the last one solved it.
"""
