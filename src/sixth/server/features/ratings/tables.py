"""The tables of ratings; the seats of rated games are the store's, which writes them as games begin."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

rating_board: Final = new_table(
    "rating_board",
    person_column(primary_key=True),
)
"""The people who want to be on the board of ratings."""

rated_games: Final = new_table(
    "rated_games",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("ended_at", sa.String(40), nullable=False, index=True),
    sa.Column("pool", sa.String(10), nullable=False),
    sa.Column("game", sa.String(40), nullable=False, index=True),
    sa.Column("players", sa.Text, nullable=False),
)
"""The games that count for ratings, which stay when the logs are deleted.

They count in the order of `ended_at`, the time that the log gives to the end, then of `game_id`. `players` is
JSON, by seat: the place and the alias of a person or the kind of a bot (`features.ratings.rating`).
"""

quick_entries: Final = new_table(
    "quick_entries",
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("number", sa.String(40), nullable=False),
    sa.Column("proof", sa.String(64), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.String(40)),
)
"""The browsers that wait for a rated quick game, or have got a seat at a table minutes ago (`table_id`).

`browser` is the hash of the browser's secret, `proof` that of the seat's token, which follows from the secret
and the `number`. The waiting page was there last at `seen_at`. Times are milliseconds since 1970, UTC.
"""

rating_changes: Final = new_table(
    "rating_changes",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("alias", sa.String(40), primary_key=True),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("mu_before", sa.Double, nullable=False),
    sa.Column("sigma_before", sa.Double, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
)
"""What each rated game changed: the ratings of its people in its pool, by their aliases, before and after it.

`games` counts those up to this one. Like `person_ratings`, the rows follow from `rated_games`.
"""

person_ratings: Final = new_table(
    "person_ratings",
    sa.Column("alias", sa.String(40), primary_key=True),
    sa.Column("pool", sa.String(40), primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
"""The ratings of people by their aliases, which follow from `rated_games`.

`pool` is the number of seats (`2`, `3-5`, `6-10`), or the name of a game.
"""
