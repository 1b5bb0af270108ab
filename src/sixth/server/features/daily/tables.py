"""The tables of daily deals."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.schema import new_table

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
