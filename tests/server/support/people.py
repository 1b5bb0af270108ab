"""People for tests of the database, without requests."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, ScalarSelect, select

from sixth.server.app import FEATURES
from sixth.server.people.browsers import NewBrowser, add_browser
from sixth.server.people.merging import move_person
from sixth.server.people.names import keep_name
from sixth.server.people.person import find_person
from sixth.server.store.people_schema import people
from sixth.server.store.seat_rows import SeatRows, write as write_seats
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import SeatTaker

MERGES: Final = [each.when_merged for each in FEATURES if each.when_merged]


P = ParamSpec("P")
T = TypeVar("T")


def write(
    store: SqlStore, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Make a change to people in a transaction; return its result."""
    return store.writer.submit("people", lambda connection: change(connection, *args, **kwargs)).result()


def read(
    store: SqlStore, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return the result of a query about people."""
    return store.read(lambda connection: query(connection, *args, **kwargs))


def keep_names(store: SqlStore, *ids: str) -> None:
    """Have people keep names like their ids."""
    for each in ids:
        write(store, keep_name, each, f"name {each}", 0)


def merge(store: SqlStore, person_id: str, into: str) -> None:
    """Make one person another, on a site that has all features."""
    write(store, move_person, person_id, into, MERGES)


def join(store: SqlStore, guest: str, person_id: str) -> None:
    """Make a guest a person, on a site that has all features."""
    before = read(store, find_person, guest)
    write(store, add_browser, NewBrowser(f"new-{guest}", "", 1), person_id, before, MERGES)


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
            store.writer.submit(table, partial(write_seats, table=table, rows=rows)).result()
