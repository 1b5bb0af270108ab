"""The tables of the database. Each change here also needs a step in `migrations/versions`."""

from collections.abc import Iterable
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from sixth.server.store import people_schema
from sixth.server.store.people_schema import new_table

METADATA: Final = people_schema.METADATA

_UNFINISHED: Final = sa.text("body IS NULL")


log: Final = new_table(
    "log",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("happening", sa.Text, nullable=False),
)
"""The events of each table, as JSON (`server.table.codec`)."""

games: Final = new_table(
    "games",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("over", sa.Boolean, nullable=False),
)
"""The table of each game."""

game_ends: Final = new_table(
    "game_ends",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("ended_at", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
"""The ended games that the features have yet to read, as JSON (`server.store.game_ends`).

A row is written with the last event of its game, whose time in the log is `ended_at`, and deleted seconds
later.
"""

deadlines: Final = new_table(
    "deadlines",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("deadline_at", sa.BigInteger, nullable=False, index=True),
)
"""The deadlines of tables, in milliseconds since 1970, UTC."""

codes: Final = new_table(
    "codes",
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, unique=True),
    sa.Column("until", sa.String(40), nullable=False, index=True),
)
"""The short codes of tables."""

open_tables: Final = new_table(
    "open_tables",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(40), nullable=False, index=True),
)
"""The tables in the list of open ones."""

chores: Final = new_table(
    "chores",
    sa.Column("chore", sa.String(40), primary_key=True),
    sa.Column("done_at", sa.BigInteger, nullable=False),
)
"""The last run of each chore, in milliseconds since 1970, UTC."""

reviews: Final = new_table(
    "reviews",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("coach", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("asked_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("taken_until", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("share", sa.Float, nullable=False),
    sa.Column("body", sa.Text),
    sa.Column("network", sa.String(64), nullable=False, server_default=""),
    sa.Column("choices", sa.Integer),
    sa.Column("loss", sa.Float),
    sa.Index("ix_reviews_unfinished", "coach", sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED),
)
"""Reviews by the coach, each of a seat of a finished game: `body` is JSON, None until the review is finished.

The process that works on a review holds it until `taken_until` (milliseconds since 1970, UTC; 0 for no
process), which it extends as it writes the `share` that is finished, from 0 to 1. `tries` counts the errors
since the last finished round. `network` is a keyed hash of the network that the request came from, emptied
once the review is finished. `choices` is how many real choices the seat had, `loss` what they cost in heads;
both are None until the page of a person needs them.
"""

review_rounds: Final = new_table(
    "review_rounds",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("coach", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("body", sa.Text, nullable=False),
)
"""The finished rounds of unfinished reviews, as JSON, numbered from 0."""

daily_chain: Final = new_table(
    "daily_chain",
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("begins", sa.String(10), nullable=False),
    sa.Column("last", sa.String(64), nullable=False),
)
"""The one chain of secrets of the daily deals (`features.daily.chain`), in hexadecimal, and its first day."""

daily_tries: Final = new_table(
    "daily_tries",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("network", sa.String(64), nullable=False),
    sa.Column("counted", sa.Boolean, nullable=False),
    sa.Column("heads", sa.Integer),
    sa.Index("ix_daily_tries_day", "day", "network"),
    sa.Index("ix_daily_tries_heads", "day", "heads", "counted"),
)
"""The tables of daily deals that people have begun.

`network` is a keyed hash of the person's network, emptied once the day is over. `heads` is None until the
game is over and its result has been read. A game that is not `counted` is not compared with others.
"""

secrets: Final = new_table(
    "secrets",
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""The secrets of this site, each made once for all of its processes."""

pushes: Final = new_table(
    "pushes",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("proof", sa.String(64), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("site", sa.Text, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("look_at", sa.BigInteger, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
)
"""Subscriptions to push messages about turns: one browser for each seat.

`proof` is the hash of the seat's token; `endpoint`, `p256dh` and `auth` come from the browser, `site` is the
host of the page on which it subscribed. `told` is the version of the table at the last message, 0 for none.
`look_at` is when to check whether a message is due, in milliseconds since 1970, UTC; None for not before the
next event at the table. `tries` counts failed attempts in a row.
"""

waiting_list: Final = new_table(
    "waiting_list",
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("site", sa.Text, nullable=False),
    sa.Column("known", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    sa.Column("look_at", sa.BigInteger, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
)
"""Subscriptions to a push message about an open table, `until` that time (milliseconds since 1970, UTC).

`proof` is the hash of a token of the browser. `known` names the tables that get no message: those that were
in the list at that time, and those where the browser had a seat. The other columns are as in `pushes`.
"""

outside_bots: Final = new_table(
    "outside_bots",
    sa.Column("bot_id", sa.String(40), primary_key=True),
    sa.Column("proof", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("looks", sa.Text, nullable=False, unique=True),
    sa.Column("run_by", sa.Text, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("here_until", sa.BigInteger, nullable=False, index=True),
    sa.Column("stream", sa.String(40), nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
    sa.Column("network", sa.String(64), nullable=False, server_default=""),
)
"""Registered outside bots: `proof` is the hash of a token, `looks` the skeleton of the name, `network` a
keyed hash of the network that registered the bot, "" in older rows. A bot with an open `stream` is here until
`here_until`, which its process extends; `missed` counts the invitations in a row that it has not answered.
Times are milliseconds since 1970, UTC.
"""

invitations: Final = new_table(
    "invitations",
    sa.Column("invitation_id", sa.String(40), primary_key=True),
    sa.Column("bot_id", sa.String(40), nullable=False, index=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    sa.Column("answer", sa.String(20), nullable=False),
)
"""Invitations of outside bots to tables: open (`until`), or with their `answer`."""


def is_of_kind(kinds: Iterable[str]) -> sa.ColumnElement[bool]:
    """Return the condition that a row of the log holds an event of one of these kinds."""
    return sa.or_(*(log.c.happening.like(f'{{"event":"{kind}"%') for kind in kinds))


def sayable(name: str) -> bool:
    """Return whether a query may hold this name: PostgreSQL accepts no NUL."""
    return "\0" not in name


def insert_new(connection: sa.Connection, table: sa.Table, **values: Any) -> None:
    """Insert a row, unless its key exists."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(table).values(values).on_conflict_do_nothing())
