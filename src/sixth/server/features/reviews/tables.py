"""The tables of reviews."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.schema import new_table

_UNFINISHED: Final = sa.text("body IS NULL")

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
process), which it extends as it writes the `share` that is finished, from 0 to 1. `tries` counts the errors.
`network` is a keyed hash of the network that the request came from, emptied
once the review is finished. `choices` is how many real choices the seat had, `loss` what they cost in heads;
both are None until then.
"""
