"""The tables of people that an append writes (`seat_rows`): who they are, and which seats are theirs."""

from collections.abc import Collection
from typing import Any, Final

import sqlalchemy as sa

from sixth.server.store.schema import new_table

people: Final = new_table(
    "people",
    sa.Column("person_id", sa.String(40), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("mark", sa.Integer, nullable=False),
    sa.Column("shown", sa.String(10), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("barred_until", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("muted_until", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("alias", sa.String(40), unique=True, index=True),
)
"""The people who have played in a browser here: guests, whose `name` is "", and those who keep a name.

`mark` is the number of a shape with its colour. `shown` says who may see the page of the person: nobody else
(`hidden`), `friends`, or everybody (`public`). A person takes no seat before `barred_until`, and does not
chat before `muted_until`. Times are milliseconds since 1970, UTC. `alias` is a random name of a person who
keeps one, for what has to stay when the person is deleted, because numbers of others follow from it.

To delete a person is to delete the row: rows of other tables that name the person go by their keys
(`person_column`), or stay and name nobody.
"""


def person_column(name: str = "person_id", *, gone: str = "CASCADE", **options: Any) -> sa.Column[str]:
    """Return a column that names a person; `gone` is what becomes of a row when its person is deleted."""
    return sa.Column(name, sa.String(40), sa.ForeignKey(people.c.person_id, ondelete=gone), **options)


person_browsers: Final = new_table(
    "person_browsers",
    sa.Column("proof", sa.String(64), primary_key=True),
    person_column(nullable=False, index=True),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
)
"""The browsers of people: `proof` is the hash of the browser's secret, `label` the program and its system."""

person_seats: Final = new_table(
    "person_seats",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("proof", sa.String(64), primary_key=True),
    person_column(gone="SET NULL", index=True),
)
"""Who sits where: `proof` is the hash of the seat's token.

The seat of a deleted person is nobody's, until the name is out of the log of the table.
"""

rated_seats: Final = new_table(
    "rated_seats",
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("alias", sa.String(40), nullable=False, index=True),
)
"""Whose rating a rated game counts for: the people who kept names and were there when it began, by seat.

It stays so whatever they become later, also when they are deleted and their `alias` leads to nobody.
"""


def lock_people(connection: sa.Connection, person_ids: Collection[str], *, named: bool = False) -> bool:
    """Keep people from being deleted in this transaction; return whether all are there.

    With `named` all must keep names, too.
    """
    locked = sa.select(people.c.person_id).where(people.c.person_id.in_(person_ids))
    if named:
        locked = locked.where(people.c.name != "")
    # Others may add rows that name these people meanwhile, such as those of their seats.
    locked = locked.order_by(people.c.person_id)
    return len(connection.execute(locked.with_for_update(key_share=True)).all()) == len(set(person_ids))


def hand_over(
    connection: sa.Connection,
    column: sa.Column[str],
    person_id: str,
    into: str,
    *where: sa.ColumnElement[bool],
) -> None:
    """Have the rows that name a person in this column name another, where no row of that key does already.

    The rest goes with the person.
    """
    theirs = column.table.alias()
    key = (theirs.c[each.name] == each for each in column.table.primary_key if each is not column)
    known = sa.exists().where(theirs.c[column.name] == into, *key)
    change = sa.update(column.table).where(column == person_id, ~known, *where)
    connection.execute(change.values({column: into}))
