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
    sa.Column("answer", sa.String(20), nullable=False),
    sa.Index("ix_person_puzzles_day", "day"),
)
"""The daily puzzles that people have tried: the day (YYYY-MM-DD), the level of the puzzle, from 1, how many
tries, whether the last one solved it, and the first answer, by which the day is told.
"""
