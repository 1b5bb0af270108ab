"""The tables of ratings, a part of `schema`."""

from typing import Final

from sqlalchemy import Boolean, Column, Double, Integer, String, Table, Text

from sixth.server.store.metadata import METADATA

rated_games: Final = Table(
    "rated_games",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("ended_at", String(40), nullable=False, index=True),
    Column("pool", String(10), nullable=False),
    Column("game", String(40), nullable=False),
    Column("players", Text, nullable=False),
)
"""The games that count for ratings, which stay when the logs are deleted.

They count in the order of `ended_at`, the time that the log gives to the end, then of `game_id`. `players` is
JSON, by seat: the place and the id of a person or the kind of a bot (`features.ratings.rating`).
"""

rated_games_read: Final = Table(
    "rated_games_read",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("counted", Boolean, nullable=False),
)
"""The ended games that were looked at for ratings; those that `counted` are in `rated_games`."""

person_ratings: Final = Table(
    "person_ratings",
    METADATA,
    Column("person_id", String(40), primary_key=True),
    Column("pool", String(10), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
)
"""The ratings of people, which follow from `rated_games`, by the number of seats (`2`, `3-5`, `6-10`)."""
