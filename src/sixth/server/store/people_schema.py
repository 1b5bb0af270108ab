"""The tables of people, a part of the schema, and the collection of all tables of the database."""

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData()


def new_table(name: str, *parts: sa.schema.SchemaItem) -> sa.Table:
    """Return a table with these columns and indexes, one of the collection."""
    return sa.Table(name, METADATA, *parts)


people: Final = new_table(
    "people",
    sa.Column("person_id", sa.String(40), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("mark", sa.Integer, nullable=False),
    sa.Column("shown", sa.String(10), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("erased", sa.Boolean, nullable=False, server_default=sa.false(), index=True),
    sa.Column("barred_until", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("muted_until", sa.BigInteger, nullable=False, server_default="0"),
)
"""The people who have played in a browser here: guests, whose `name` is "", and those who keep a name.

`mark` is the number of a shape with its colour. `shown` says who may see the page of the person: nobody else
(`hidden`), `friends`, or everybody (`public`). Of a person who is `erased`, only the seats are left, until
their name is out of the logs. A person takes no seat before `barred_until`, and does not chat before
`muted_until`. Times are milliseconds since 1970, UTC.
"""

person_actions: Final = new_table(
    "person_actions",
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("action", sa.String(20), nullable=False),
    sa.Column("until", sa.BigInteger),
)
"""What hosts did to people by `sixth people`, and when (milliseconds since 1970, UTC)."""

person_names: Final = new_table(
    "person_names",
    sa.Column("looks", sa.String(200), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
)
"""The skeletons of the names that people keep, of which each stands for all names that look the same."""

person_browsers: Final = new_table(
    "person_browsers",
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
)
"""The browsers of people: `proof` is the hash of the browser's secret, `label` the program and its system."""

person_links: Final = new_table(
    "person_links",
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("number", sa.String(40), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    sa.Column("other_id", sa.String(40), index=True),
)
"""Links that add a device, each once and `until` that time: `proof` is the hash of the link's secret.

The secret follows from that of the browser and the `number`. `other_id` is another person with a name who
asks to become this one.
"""

person_codes: Final = new_table(
    "person_codes",
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("made_at", sa.BigInteger, nullable=False),
)
"""The recovery codes of people: `proof` is the hash of a code."""

person_passkeys: Final = new_table(
    "person_passkeys",
    sa.Column("credential_id", sa.String(1400), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("used_at", sa.BigInteger),
)
"""The passkeys of people. `credential_id` and `public_key` (a COSE key) are bytes in base64url.

`sign_count` is the number that the passkey sent with its last signature, 0 where it does not count. Times are
milliseconds since 1970, UTC; `used_at` is None before the first use.
"""

passkey_challenges: Final = new_table(
    "passkey_challenges",
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(40), index=True),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)
"""Challenges to passkeys without an answer, each for one answer `until` that time.

`proof` is the hash of a secret of the browser from which the challenge follows. `person_id` is the person who
adds a passkey, None for a browser that signs in with one.
"""

person_seats: Final = new_table(
    "person_seats",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
)
"""Who sits where: `proof` is the hash of the seat's token."""

person_games: Final = new_table(
    "person_games",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
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
    sa.Column("person_id", sa.String(40), primary_key=True),
    sa.Column("other_id", sa.String(40), primary_key=True, index=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
)
"""What people are to others, since `at` (milliseconds since 1970, UTC): a `friend`, in both directions, one
who has `asked` the other to be friends, or one who has `blocked` the other.

A request that is `declined` is still `asked` to the one who made it. `name` is the name that a blocked person
kept then, "" for all others: a person who blocks somebody learns of no later name.
"""

friend_links: Final = new_table(
    "friend_links",
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, unique=True),
    sa.Column("number", sa.String(40), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""Links by which people become friends, each once and `until` that time, as those in `person_links`."""

friend_invitations: Final = new_table(
    "friend_invitations",
    sa.Column("person_id", sa.String(40), primary_key=True),
    sa.Column("friend_id", sa.String(40), primary_key=True, index=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""The last invitation of a friend by a person: to a table, `until` that time (ms since 1970, UTC)."""

rating_board: Final = new_table(
    "rating_board",
    sa.Column("person_id", sa.String(40), primary_key=True),
)
"""The people who want to be on the board of ratings."""

person_puzzles: Final = new_table(
    "person_puzzles",
    sa.Column("person_id", sa.String(40), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("level", sa.Integer, primary_key=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
)
"""The daily puzzles that people have tried: the day (YYYY-MM-DD), the level of the puzzle, from 1, how many
tries, and whether the last one solved it.
"""

person_pushes: Final = new_table(
    "person_pushes",
    sa.Column("proof", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("site", sa.Text, nullable=False),
)
"""Subscriptions of browsers to push messages about invitations of their person by friends.

`proof` is the hash of the browser's secret; the other columns are as in `schema.pushes`.
"""

person_mutes: Final = new_table(
    "person_mutes",
    sa.Column("person_id", sa.String(40), primary_key=True),
    sa.Column("other_id", sa.String(40), primary_key=True, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""Whose chat a person does not see, since `at` (milliseconds since 1970, UTC).

`name` is the name that the other had at that table.
"""

person_reports: Final = new_table(
    "person_reports",
    sa.Column("report_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    sa.Column("by_id", sa.String(40), nullable=False, index=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("place", sa.String(40), nullable=False),
    sa.Column("game_id", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("line", sa.BigInteger, nullable=False),
    sa.Column("lines", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("log", sa.Text, nullable=False),
    sa.Column("closed_at", sa.BigInteger),
)
"""Reports about people to the host, each by the person `by_id` ("" once that person is deleted).

A report was made when the table `place` was at `version`, in the game `game_id` ("" before the first). `name`
is what the reported person was called at that `seat`; `line` is the number of the reported line of chat, 0
for a report about the person; `lines` is JSON: the texts of that line, or of the last ones of the person.
`log` is a copy of the log (`features.conduct.report`), which stays when the table is deleted. Times are
milliseconds since 1970, UTC; `closed_at` is None until a host closes the report.
"""

erased_tables: Final = new_table(
    "erased_tables",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
)
"""The tables from whose logs a name was erased, which processes have to read again; kept for a day."""

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
JSON, by seat: the place and the id of a person or the kind of a bot (`features.ratings.rating`).
"""

rated_seats: Final = new_table(
    "rated_seats",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
)
"""Whose rating a rated game counts for: the people who kept names and were there when it began, by seat.

It stays so whatever they become later; who is gone has a random name here, as in `rated_games`.
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

person_ratings: Final = new_table(
    "person_ratings",
    sa.Column("person_id", sa.String(40), primary_key=True),
    sa.Column("pool", sa.String(40), primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
"""The ratings of people, which follow from `rated_games`.

`pool` is the number of seats (`2`, `3-5`, `6-10`), or the name of a game.
"""


def lock_people(connection: sa.Connection, person_ids: Collection[str], *, named: bool = False) -> bool:
    """Keep people from being deleted in this transaction; return whether all are there.

    With `named` all must keep names, too.
    """
    here = people.c.person_id.in_(person_ids) & ~people.c.erased
    if named:
        here &= people.c.name != ""
    query = sa.select(people.c.person_id).where(here).order_by(people.c.person_id).with_for_update()
    return len(connection.execute(query).all()) == len(set(person_ids))
