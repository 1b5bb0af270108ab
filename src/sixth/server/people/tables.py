"""The tables of people, beside those about seats and their people (`store.people_schema`)."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

person_names: Final = new_table(
    "person_names",
    sa.Column("looks", sa.String(200), primary_key=True),
    person_column(nullable=False, index=True),
)
"""The skeletons of the names that people keep, of which each stands for all names that look the same."""

person_links: Final = new_table(
    "person_links",
    sa.Column("proof", sa.String(64), primary_key=True),
    person_column(nullable=False, index=True),
    sa.Column("number", sa.String(40), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    person_column("other_id", index=True),
)
"""Links that add a device, each once and `until` that time: `proof` is the hash of the link's secret.

The secret follows from that of the browser and the `number`. `other_id` is another person with a name who
asks to become this one.
"""

person_codes: Final = new_table(
    "person_codes",
    sa.Column("proof", sa.String(64), primary_key=True),
    person_column(nullable=False, index=True),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("kept_at", sa.BigInteger),
)
"""The recovery codes of people: `proof` is the hash of a code.

They were made at `made_at`, and the person showed at `kept_at` that they have kept them, None if not yet
(milliseconds since 1970, UTC).
"""

person_actions: Final = new_table(
    "person_actions",
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    person_column(nullable=False, index=True),
    sa.Column("action", sa.String(20), nullable=False),
    sa.Column("until", sa.BigInteger),
)
"""What hosts did to people by `sixth people`, and when (milliseconds since 1970, UTC)."""

person_ties: Final = new_table(
    "person_ties",
    person_column(primary_key=True),
    person_column("other_id", primary_key=True, index=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
)
"""The relations of people to others, since `at` (milliseconds since 1970, UTC): a `friend`, in both
directions, one who has `asked` the other to be friends, or one who has `blocked` the other.

A request that is `declined` is still `asked` to the one who made it. `name` is the name that a blocked person
kept then, "" for all others: a person who blocks somebody learns of no later name.
"""

person_mutes: Final = new_table(
    "person_mutes",
    person_column(primary_key=True),
    sa.Column("other_id", sa.String(40), primary_key=True, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    person_column("muted_id", index=True),
)
"""Whose chat a person does not see, since `at` (milliseconds since 1970, UTC).

The other is a person, who is `muted_id`, too, or a seat (`person.seat_id`). `name` is the name that the other
had at that table.
"""

erased_tables: Final = new_table(
    "erased_tables",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
)
"""The tables from whose logs a name was erased, which processes have to read again; kept for a day."""

person_passkeys: Final = new_table(
    "person_passkeys",
    sa.Column("credential_id", sa.String(1400), primary_key=True),
    person_column(nullable=False, index=True),
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
    person_column(index=True),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)
"""Challenges to passkeys without an answer, each for one answer `until` that time.

`proof` is the hash of a secret of the browser from which the challenge follows. `person_id` is the person who
adds a passkey, None for a browser that signs in with one.
"""
