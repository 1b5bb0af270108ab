"""People for tests of the database, without requests."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy import ScalarSelect, select

from sixth.server.app import FEATURES
from sixth.server.features.people.rows import PeopleRows
from sixth.server.store.people_schema import people
from sixth.server.store.seat_rows import SeatRows, SeatTaker, write
from sixth.server.store.sql import SqlStore

MERGES: Final = [each.when_merged for each in FEATURES if each.when_merged]


def people_of(store: SqlStore) -> PeopleRows:
    """Return the people of a site that has all features."""
    return PeopleRows(store, MERGES)


def alias_of(person_id: str) -> ScalarSelect[str | None]:
    """Return the query for the alias of a person, by which rows about ratings name the person."""
    return select(people.c.alias).where(people.c.person_id == person_id).scalar_subquery()


def arrive(store: SqlStore, *names: str, tables: Sequence[str] = ("table",), since: int = 0) -> None:
    """Have browsers with these names take seats at tables; one that is new becomes that of a guest.

    The ids of the guests, and the hashes of the tokens of the seats, are these names, too.
    """
    for name in names:
        for table in tables:
            rows = SeatRows({name: SeatTaker(name, "", since, name, 0)})
            store.writer.submit(table, partial(write, table=table, rows=rows)).result()
