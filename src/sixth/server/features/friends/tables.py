"""The tables of friends, beside the relations of people."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

friend_links: Final = new_table(
    "friend_links",
    sa.Column("proof", sa.String(64), primary_key=True),
    person_column(nullable=False, unique=True),
    sa.Column("number", sa.String(40), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""Links by which people become friends, each once and `until` that time, as those in `person_links`."""

friend_invitations: Final = new_table(
    "friend_invitations",
    person_column(primary_key=True),
    person_column("friend_id", primary_key=True, index=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""The last invitation of a friend by a person: to a table, `until` that time (ms since 1970, UTC)."""
