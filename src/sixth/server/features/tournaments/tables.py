"""The tables of tournaments."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

tournaments: Final = new_table(
    "tournaments",
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
    sa.Column("due_at", sa.BigInteger, index=True),
)
"""The tournaments by their codes, and the number of events in the log of each (`version`).

The tables of a tournament, the tokens of its seats and the deals of a duplicate follow from `secret`, which
is in no log. The site goes on with the next round at `due_at`, None where it has nothing to do by itself.
Times are milliseconds since 1970, UTC.
"""

tournament_events: Final = new_table(
    "tournament_events",
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
"""The events of each tournament, from number 1 on, as JSON (`sixth.tournaments`)."""

tournament_tables: Final = new_table(
    "tournament_tables",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("code", sa.String(8), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("stage", sa.String(10), nullable=False, index=True),
    sa.Column("game", sa.String(40), nullable=False, server_default=""),
    sa.Column("heads", sa.Text, nullable=False, server_default=""),
)
"""The tables of rounds that began online, written with the beginning of their round.

The `stage` is `due` until the table is open, then `open`, `over` once its first `game` has ended with these
`heads` (JSON, by seat), and `told` once the tournament has them in its log. Where choices count it is `judge`
between the two, until their judgement is in the log, too. A process that is killed leaves what is due, over
or to judge to the next.
"""

tournament_people: Final = new_table(
    "tournament_people",
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("player", sa.String(40), primary_key=True),
    person_column(gone="SET NULL", index=True),
)
"""Who plays as which player of a tournament, and who is its host (`player` is "").

A player whose person is deleted is nobody's, until the name is out of the log.
"""
