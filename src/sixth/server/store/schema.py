"""The tables of the database. What changes here also needs a step in `migrations/versions`."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

METADATA: Final = MetaData()

_UNFINISHED: Final = text("body IS NULL")

log: Final = Table(
    "log",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("happening", Text, nullable=False),
)
"""What happened, table by table: JSON (`server.codec`)."""

games: Final = Table(
    "games",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("over", Boolean, nullable=False),
)
"""At which table each game is played."""

deadlines: Final = Table(
    "deadlines",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("deadline_at", BigInteger, nullable=False, index=True),
)
"""When tables must be looked after; milliseconds since 1970, UTC."""

codes: Final = Table(
    "codes",
    METADATA,
    Column("code", String(8), primary_key=True),
    Column("table_id", String(40), nullable=False, unique=True),
    Column("until", String(40), nullable=False, index=True),
)
"""The short codes by which tables are found."""

open_tables: Final = Table(
    "open_tables",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("at", String(40), nullable=False, index=True),
)
"""Those that anybody may find in the list."""

chores: Final = Table(
    "chores",
    METADATA,
    Column("chore", String(40), primary_key=True),
    Column("done_at", BigInteger, nullable=False),
)
"""When what is done once in a while was done last; milliseconds since 1970, UTC."""

reviews: Final = Table(
    "reviews",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("coach", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("asked_at", BigInteger, nullable=False, index=True),
    Column("taken_until", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("share", Float, nullable=False),
    Column("body", Text),
    Column("network", String(64), nullable=False, server_default=""),
    Column("just_ended", Boolean, nullable=False, server_default=false()),
    Column("deaths", Integer, nullable=False, server_default="0"),
    Index("ix_reviews_unfinished", "coach", sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED),
)
"""What the coach says of a seat of a game that is over: JSON once it is worked out, None until then.

The process that works it out has it until `taken_until`, which it moves on (milliseconds since 1970, UTC;
0 for nobody), and says which `share` is done, from 0 to 1. `tries` counts the attempts that ended with an
error, `deaths` how often in a row the process was gone before it had finished a round. `network` is a keyed
hash of where the review was asked for from, emptied once it is there; `just_ended` says that somebody at the
table asked for it right after the game.
"""

review_rounds: Final = Table(
    "review_rounds",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("coach", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("body", Text, nullable=False),
)
"""The finished rounds of reviews that are not there yet, as JSON, numbered from 0."""

review_turns: Final = Table(
    "review_turns",
    METADATA,
    Column("whose", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""When reviews of a network (its hash) or of a table (its name) were last worked on, for about an hour.

Milliseconds since 1970, UTC.
"""

daily_chain: Final = Table(
    "daily_chain",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("begins", String(10), nullable=False),
    Column("last", String(64), nullable=False),
)
"""The one chain of secrets of the daily deals (`features.daily.chain`), in hexadecimal, and its first day."""

daily_tries: Final = Table(
    "daily_tries",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("network", String(64), nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("heads", Integer),
    Index("ix_daily_tries_day", "day", "network"),
    Index("ix_daily_tries_heads", "day", "heads", "counted"),
)
"""Who has begun the daily deal of which day, and at which table.

`network` is a keyed hash of where they did so from, emptied once the day is over. `heads` are None until the
game is over, and has been looked at. What is not `counted` is left out where people are compared.
"""

secrets: Final = Table(
    "secrets",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What only this site knows, made once for all of its processes."""

pushes: Final = Table(
    "pushes",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("proof", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("site", Text, nullable=False),
    Column("told", Integer, nullable=False),
    Column("look_at", BigInteger, index=True),
    Column("tries", Integer, nullable=False),
)
"""Where people asked to be sent a word when it is their turn: one browser a seat.

`proof` is the hash of the seat's token, `endpoint`, `p256dh` and `auth` are what the browser gave, `site` is
the host at which it asked. `told` is the version of the table at which they were told last, 0 for never.
`look_at` is when it must be looked whether there is something to tell, in milliseconds since 1970, UTC; None
for not until something happens at the table. `tries` is how often in a row that could not be sent.
"""

waiting_list: Final = Table(
    "waiting_list",
    METADATA,
    Column("proof", String(64), primary_key=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("site", Text, nullable=False),
    Column("known", Text, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("look_at", BigInteger, index=True),
    Column("tries", Integer, nullable=False),
)
"""Browsers that wait for an open table, and are told of one, `until` then (milliseconds since 1970, UTC).

`proof` is the hash of a token of the browser, `known` names the tables of which it is not told: those that
were in the list, and those where it had a seat. The rest is as in `pushes`.
"""

outside_bots: Final = Table(
    "outside_bots",
    METADATA,
    Column("bot_id", String(40), primary_key=True),
    Column("proof", String(64), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("looks", Text, nullable=False, unique=True),
    Column("run_by", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, index=True),
    Column("here_until", BigInteger, nullable=False, index=True),
    Column("stream", String(40), nullable=False),
    Column("missed", Integer, nullable=False),
    Column("fares", Text, nullable=False),
    Column("network", String(64), nullable=False, server_default=""),
)
"""Bots that people run elsewhere and have registered here: `proof` is the hash of a token, `looks` what a
name looks like, `network` a keyed hash of where it was registered from, "" where that was not noted. One that
holds a `stream` open is here until `here_until` unless that is moved on; `missed` is how many invitations in
a row it left without an answer. Times are milliseconds since 1970, UTC; `fares` is JSON
(`features.outside.results`).
"""

invitations: Final = Table(
    "invitations",
    METADATA,
    Column("invitation_id", String(40), primary_key=True),
    Column("bot_id", String(40), nullable=False, index=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("until", BigInteger, nullable=False, index=True),
    Column("answer", String(20), nullable=False),
    Column("proof", String(64), nullable=False),
)
"""Invitations of those bots to tables: open until then, or how they were answered.

`proof` is the hash of what proves the seat of a bot that has accepted.
"""

outside_games: Final = Table(
    "outside_games",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("bot_id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
)
"""Games that are counted in how those bots fare."""


def sayable(name: str) -> bool:
    """Return whether something can have this name: PostgreSQL takes no question with a NUL in it."""
    return "\0" not in name


def insert_new(connection: Connection, table: Table, **values: Any) -> None:
    """Insert a row, unless there is one of its key."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(table).values(values).on_conflict_do_nothing())


def shared_secret(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """Return a secret of this site, the same in all of its processes; the first to ask makes it."""
    wanted = select(secrets.c.value).where(secrets.c.name == name)
    found = connection.scalar(wanted)
    if found is None:
        insert_new(connection, secrets, name=name, value=make())
        found = connection.scalar(wanted)
    return str(found)
