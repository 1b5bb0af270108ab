"""The tables of passkeys."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

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
