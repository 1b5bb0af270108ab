"""A copy of a whole site into another database, which is read back and compared.

One transaction of the target writes everything. A failure, even `kill -9`, undoes it, so the target never
holds half a copy, and the copy can start again. A server that starts on the target meanwhile waits for the
end, or refuses to start.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, insert, select, text
from sqlalchemy.sql import func

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps
from sixth.server.store import upgrade
from sixth.server.store.engine import StoreError
from sixth.server.store.schema import METADATA, chores, log

_ROWS_AT_ONCE: Final = 1000
"""Rows that are read, written and held in memory at once."""

_CHECKSUM_MODULUS: Final = 2**128

_TABLES: Final = tuple(table for table in METADATA.sorted_tables if table is not chores)
"""The tables of a site, without the chores that its processes share out."""


@dataclass(frozen=True, slots=True)
class Sum:
    """The number of rows of a table, and a checksum of their values that does not depend on their order."""

    rows: int = 0
    total: int = 0

    def add(self, row: Sequence[Any]) -> "Sum":
        """Return the sum with one more row."""
        digest = hashlib.blake2b(dumps(list(row)).encode(), digest_size=16).digest()
        return Sum(self.rows + 1, (self.total + int.from_bytes(digest, "big")) % _CHECKSUM_MODULUS)


@dataclass(frozen=True, slots=True)
class Copy:
    """A finished copy: its sums by table, and the number of events at the source since it began."""

    sums: dict[str, Sum]
    meanwhile: int

    @property
    def checksum(self) -> str:
        """A checksum of the whole site, which is the same in every database."""
        text = dumps([[name, each.rows, f"{each.total:032x}"] for name, each in sorted(self.sums.items())])
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def count(source: Engine) -> int:
    """Return the number of rows to copy."""
    with source.connect() as connection:
        return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in _TABLES)


def copy(source: Engine, target: Engine, name: str | None, progress: Callable[[int], object]) -> Copy:
    """Copy the site in `source` into the database `target`, which sentences call `name`.

    `progress` is called with the number of rows of each batch, first as they are copied, then as they are
    compared.

    Raises:
        StoreError: the target is not empty, or returns other rows than were written.
    """
    with target.begin() as there:
        upgrade.upgrade(there)
        _lock(there)
        _check_empty(there, name)
        with source.connect() as here:
            sums = {table.name: _copy_table(here, there, table, progress) for table in _TABLES}
        for table in _TABLES:
            if _sum(_batches(there, table, progress)) != sums[table.name]:
                wrong = _("The database {name} did not keep what it was given, so nothing was copied.")
                raise StoreError(wrong.format(name=name))
    with source.connect() as here:
        events = here.scalar(select(func.count()).select_from(log)) or 0
    return Copy(sums, events - sums[log.name].rows)


def _lock(there: Connection) -> None:
    """Keep running servers from writing into a PostgreSQL before the end; an SQLite is locked anyway."""
    if there.dialect.name == "postgresql":
        names = ", ".join(table.name for table in _TABLES)
        there.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _check_empty(there: Connection, name: str | None) -> None:
    for table in _TABLES:
        if there.execute(select(table).limit(1)).first() is not None:
            wrong = _("The database {name} has something in it already; a site is copied into an empty one.")
            raise StoreError(wrong.format(name=name))


def _copy_table(here: Connection, there: Connection, table: Table, progress: Callable[[int], object]) -> Sum:
    names = table.columns.keys()

    def batches() -> Iterator[Sequence[Sequence[Any]]]:
        for batch in _batches(here, table, progress):
            there.execute(insert(table), [dict(zip(names, row, strict=True)) for row in batch])
            yield batch

    return _sum(batches())


def _batches(
    connection: Connection, table: Table, progress: Callable[[int], object]
) -> Iterator[Sequence[Sequence[Any]]]:
    query = select(table).execution_options(stream_results=True, yield_per=_ROWS_AT_ONCE)
    for batch in connection.execute(query).partitions():
        yield batch
        progress(len(batch))


def _sum(batches: Iterator[Sequence[Sequence[Any]]]) -> Sum:
    return reduce(Sum.add, chain.from_iterable(batches), Sum())
