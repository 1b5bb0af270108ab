"""The tables of reminders."""

from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_browsers
from sixth.server.store.schema import new_table


def _subscription() -> Iterator[sa.Column[str]]:
    """Yield the columns of a subscription: what the browser gave, its language, and the host of the page."""
    yield sa.Column("endpoint", sa.Text, nullable=False)
    yield sa.Column("p256dh", sa.String(100), nullable=False)
    yield sa.Column("auth", sa.String(40), nullable=False)
    yield sa.Column("language", sa.String(8), nullable=False)
    yield sa.Column("site", sa.Text, nullable=False)


person_pushes: Final = new_table(
    "person_pushes",
    sa.Column(
        "proof", sa.String(64), sa.ForeignKey(person_browsers.c.proof, ondelete="CASCADE"), primary_key=True
    ),
    *_subscription(),
)
"""Subscriptions of browsers to push messages about invitations of their person by friends.

`proof` is the hash of the browser's secret; the other columns are as in `pushes`.
"""

pushes: Final = new_table(
    "pushes",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("proof", sa.String(64), nullable=False),
    *_subscription(),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("look_at", sa.BigInteger, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
)
"""Subscriptions to push messages about turns: one browser for each seat.

`proof` is the hash of the seat's token; `endpoint`, `p256dh` and `auth` come from the browser, `site` is the
host of the page on which it subscribed. `told` is the version of the table at the last message, 0 for none.
`look_at` is when to check whether a message is due, in milliseconds since 1970, UTC; None for not before the
next event at the table. `tries` counts failed attempts in a row.
"""

waiting_list: Final = new_table(
    "waiting_list",
    sa.Column("proof", sa.String(64), primary_key=True),
    *_subscription(),
    sa.Column("known", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)
"""Subscriptions to a push message about an open table, `until` that time (milliseconds since 1970, UTC).

`proof` is the hash of a token of the browser. `known` names the tables that get no message: those that were
in the list at that time, and those where the browser had a seat. The other columns are as in `pushes`.
"""
