"""The tables of bots from outside."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.schema import new_table

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
    sa.Column(
        "bot_id",
        sa.String(40),
        sa.ForeignKey(outside_bots.c.bot_id, ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    sa.Column("answer", sa.String(20), nullable=False),
)
"""Invitations of outside bots to tables: open (`until`), or with their `answer`."""
