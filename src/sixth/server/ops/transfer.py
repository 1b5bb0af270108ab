"""A whole site copied into another database: all of it, read back and compared, or nothing.

All is written in one transaction of the target. Whatever ends it, `kill -9` too, undoes it, so nobody ever
finds half a copy there, and it can be begun again. A server that is started on the target meanwhile waits
for it, or says that it is at work.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, insert, select, text
from sqlalchemy.sql import func

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps
from sixth.server.store import upgrade
from sixth.server.store.engine import StoreError
from sixth.server.store.schema import METADATA, chores, log

_ROWS_AT_ONCE: Final = 1000
"""Rows that are read, written and in memory together."""

_CHECKSUM_MODULUS: Final = 2**128

_TABLES: Final = tuple(table for table in METADATA.sorted_tables if table is not chores)
"""What a site is: all but what its processes have agreed on."""


@dataclass(frozen=True, slots=True)
class Sum:
    """How many rows there are, and a sum over all that is in them, whatever their order."""

    rows: int = 0
    total: int = 0

    def and_row(self, row: Sequence[Any]) -> "Sum":
        """Return the sum with another row."""
        digest = hashlib.blake2b(dumps(list(row)).encode(), digest_size=16).digest()
        return Sum(self.rows + 1, (self.total + int.from_bytes(digest, "big")) % _CHECKSUM_MODULUS)


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied, by the name of the table, and how much more happened at the source meanwhile."""

    sums: dict[str, Sum]
    meanwhile: int

    @property
    def checksum(self) -> str:
        """What stands for all that is in the site, the same wherever it is kept."""
        told = dumps([[name, each.rows, f"{each.total:032x}"] for name, each in sorted(self.sums.items())])
        return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def count(source: Engine) -> int:
    """Return how many rows there are to copy."""
    with source.connect() as connection:
        return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in _TABLES)


def copy(source: Engine, target: Engine, name: str | None, done: Callable[[int], object]) -> Copied:
    """Copy the site in `source` into `target`, called `name`; `done` hears of rows copied, then compared.

    Raises:
        StoreError: there is something in the target already, or it has not kept what it was given.
    """
    with target.begin() as there:
        upgrade.upgrade(there)
        _be_alone(there)
        _must_be_empty(there, name)
        with source.connect() as here:
            sums = {table.name: _copied(here, there, table, done) for table in _TABLES}
        for table in _TABLES:
            if _summed(_batches(there, table, done)) != sums[table.name]:
                wrong = _("The database {name} did not keep what it was given, so nothing was copied.")
                raise StoreError(wrong.format(name=name))
    return Copied(sums, _length(source) - sums[log.name].rows)


def _be_alone(there: Connection) -> None:
    """Let no server that runs there already write into it before all is there. SQLite lets nobody anyway."""
    if there.dialect.name == "postgresql":
        names = ", ".join(table.name for table in _TABLES)
        there.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _must_be_empty(there: Connection, name: str | None) -> None:
    for table in _TABLES:
        if there.execute(select(table).limit(1)).first() is not None:
            wrong = _("The database {name} has something in it already; a site is copied into an empty one.")
            raise StoreError(wrong.format(name=name))


def _copied(here: Connection, there: Connection, table: Table, done: Callable[[int], object]) -> Sum:
    names = table.columns.keys()
    found = Sum()
    for batch in _batches(here, table, done):
        there.execute(insert(table), [dict(zip(names, row, strict=True)) for row in batch])
        found = _summed(repeat(batch, 1), found)
    return found


def _batches(
    connection: Connection, table: Table, done: Callable[[int], object]
) -> Iterator[Sequence[Sequence[Any]]]:
    wanted = select(table).execution_options(stream_results=True, yield_per=_ROWS_AT_ONCE)
    for batch in connection.execute(wanted).partitions():
        yield batch
        done(len(batch))


def _summed(batches: Iterator[Sequence[Sequence[Any]]], found: Sum | None = None) -> Sum:
    found = found or Sum()
    for batch in batches:
        for row in batch:
            found = found.and_row(row)
    return found


def _length(source: Engine) -> int:
    with source.connect() as connection:
        return connection.scalar(select(func.count()).select_from(log)) or 0
