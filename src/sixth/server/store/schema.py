"""The tables of the database. Each change here also needs a step in `migrations/versions`."""

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
"""The events of each table, as JSON (`server.table.codec`)."""

games: Final = Table(
    "games",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("over", Boolean, nullable=False),
)
"""The table of each game."""

deadlines: Final = Table(
    "deadlines",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("deadline_at", BigInteger, nullable=False, index=True),
)
"""The deadlines of tables, in milliseconds since 1970, UTC."""

codes: Final = Table(
    "codes",
    METADATA,
    Column("code", String(8), primary_key=True),
    Column("table_id", String(40), nullable=False, unique=True),
    Column("until", String(40), nullable=False, index=True),
)
"""The short codes of tables."""

open_tables: Final = Table(
    "open_tables",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("at", String(40), nullable=False, index=True),
)
"""The tables in the list of open ones."""

chores: Final = Table(
    "chores",
    METADATA,
    Column("chore", String(40), primary_key=True),
    Column("done_at", BigInteger, nullable=False),
)
"""The last run of each chore, in milliseconds since 1970, UTC."""

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
"""Reviews by the coach, each of a seat of a finished game: `body` is JSON, None until the review is finished.

The process that works on a review holds it until `taken_until`, which it extends (milliseconds since 1970,
UTC; 0 for no process), and writes the `share` that is finished, from 0 to 1. `tries` counts the attempts that
ended with an error, `deaths` how often in a row the process ended before it had finished a round. `network`
is a keyed hash of the network that the request came from, emptied once the review is finished; `just_ended`
says that a person at the table asked for it right after the game.
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
"""The finished rounds of unfinished reviews, as JSON, numbered from 0."""

review_turns: Final = Table(
    "review_turns",
    METADATA,
    Column("whose", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""The last time at which reviews for a network (its hash) or of a table (its name) were worked on.

In milliseconds since 1970, UTC; rows are kept for about an hour.
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
"""The tables of daily deals that people have begun.

`network` is a keyed hash of the person's network, emptied once the day is over. `heads` is None until the
game is over and its result has been read. A game that is not `counted` is not compared with others.
"""

secrets: Final = Table(
    "secrets",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""The secrets of this site, each made once for all of its processes."""

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
"""Subscriptions to push messages about turns: one browser for each seat.

`proof` is the hash of the seat's token; `endpoint`, `p256dh` and `auth` come from the browser, `site` is the
host of the page on which it subscribed. `told` is the version of the table at the last message, 0 for none.
`look_at` is when to check whether a message is due, in milliseconds since 1970, UTC; None for not before the
next event at the table. `tries` counts failed attempts in a row.
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
"""Subscriptions to a push message about an open table, `until` that time (milliseconds since 1970, UTC).

`proof` is the hash of a token of the browser. `known` names the tables that get no message: those that were
in the list at that time, and those where the browser had a seat. The other columns are as in `pushes`.
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
"""Registered outside bots: `proof` is the hash of a token, `looks` the skeleton of the name, `network` a
keyed hash of the network that registered the bot, "" in older rows. A bot with an open `stream` is here until
`here_until`, which its process extends; `missed` counts the invitations in a row that it has not answered.
Times are milliseconds since 1970, UTC; `fares` is JSON (`features.outside.results`).
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
"""Invitations of outside bots to tables: open (`until`), or with their `answer`.

`proof` is the hash of the token for the seat of a bot that has accepted.
"""

outside_games: Final = Table(
    "outside_games",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("bot_id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
)
"""The games that count in the results of outside bots."""


people: Final = Table(
    "people",
    METADATA,
    Column("person_id", String(40), primary_key=True),
    Column("name", Text, nullable=False),
    Column("mark", Integer, nullable=False),
    Column("shown", String(10), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, index=True),
    Column("erased", Boolean, nullable=False, server_default=false(), index=True),
    Column("barred_until", BigInteger, nullable=False, server_default="0"),
)
"""The people who have played in a browser here: guests, whose `name` is "", and those who keep a name.

`mark` is the number of a shape with its colour. `shown` says who may see the page of the person: nobody else
(`hidden`), `friends`, or everybody (`public`). Of a person who is `erased`, only the seats are left, until
their name is out of the logs. A person takes no seat before `barred_until`. Times are milliseconds since
1970, UTC.
"""

person_actions: Final = Table(
    "person_actions",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person_id", String(40), nullable=False, index=True),
    Column("action", String(20), nullable=False),
    Column("until", BigInteger),
)
"""What hosts did to people by `sixth people`, and when (milliseconds since 1970, UTC)."""

person_names: Final = Table(
    "person_names",
    METADATA,
    Column("looks", String(200), primary_key=True),
    Column("person_id", String(40), nullable=False, index=True),
)
"""The skeletons of the names that people keep, of which each stands for all names that look the same."""

person_browsers: Final = Table(
    "person_browsers",
    METADATA,
    Column("proof", String(64), primary_key=True),
    Column("person_id", String(40), nullable=False, index=True),
    Column("label", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)
"""The browsers of people: `proof` is the hash of the browser's secret, `label` the program and its system."""

person_links: Final = Table(
    "person_links",
    METADATA,
    Column("proof", String(64), primary_key=True),
    Column("person_id", String(40), nullable=False, index=True),
    Column("number", String(40), nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("other_id", String(40), index=True),
)
"""Links that add a device, each once and `until` that time: `proof` is the hash of the link's secret.

The secret follows from that of the browser and the `number`. `other_id` is another person with a name who
asks to become this one.
"""

person_codes: Final = Table(
    "person_codes",
    METADATA,
    Column("proof", String(64), primary_key=True),
    Column("person_id", String(40), nullable=False, index=True),
    Column("made_at", BigInteger, nullable=False),
)
"""The recovery codes of people: `proof` is the hash of a code."""

person_seats: Final = Table(
    "person_seats",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("proof", String(64), primary_key=True),
    Column("person_id", String(40), nullable=False, index=True),
)
"""Who sits where: `proof` is the hash of the seat's token."""

person_games: Final = Table(
    "person_games",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", String(40), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("heads", Integer, nullable=False),
    Column("place", Integer, nullable=False),
)
"""The results of people in ended games, which stay when the logs are deleted.

`game` is the name of the rules, "" for none, `place` counts from 1.
"""

people_games_read: Final = Table(
    "people_games_read",
    METADATA,
    Column("game_id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
)
"""The ended games whose results are in `person_games`, if people played them."""

person_ties: Final = Table(
    "person_ties",
    METADATA,
    Column("person_id", String(40), primary_key=True),
    Column("other_id", String(40), primary_key=True, index=True),
    Column("kind", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""What people are to others, since `at` (milliseconds since 1970, UTC): a `friend`, in both directions, one
who has `asked` the other to be friends, or one who has `blocked` the other.

A request that is `declined` is still `asked` to the one who made it.
"""

friend_links: Final = Table(
    "friend_links",
    METADATA,
    Column("proof", String(64), primary_key=True),
    Column("person_id", String(40), nullable=False, unique=True),
    Column("number", String(40), nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Links by which people become friends, each once and `until` that time, as those in `person_links`."""

friend_invitations: Final = Table(
    "friend_invitations",
    METADATA,
    Column("person_id", String(40), primary_key=True),
    Column("friend_id", String(40), primary_key=True, index=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)
"""The last invitation of a friend by a person: to a table, `until` that time (ms since 1970, UTC)."""

erased_tables: Final = Table(
    "erased_tables",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)
"""The tables from whose logs a name was erased, which processes have to read again; kept for a day."""


def sayable(name: str) -> bool:
    """Return whether a query may hold this name: PostgreSQL accepts no NUL."""
    return "\0" not in name


def insert_new(connection: Connection, table: Table, **values: Any) -> None:
    """Insert a row, unless its key exists."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(table).values(values).on_conflict_do_nothing())


def shared_secret(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """Return a secret of this site, the same in all of its processes; the first call makes it."""
    query = select(secrets.c.value).where(secrets.c.name == name)
    secret = connection.scalar(query)
    if secret is None:
        insert_new(connection, secrets, name=name, value=make())
        secret = connection.scalar(query)
    return str(secret)
