"""The files of a dataset: two Parquet tables for each part of its split."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

import pyarrow as pa
from pyarrow import parquet

from sixth.arena.dataset.columns import TABLES, Column
from sixth.arena.dataset.rows import Row

SPLITS: Final = ("train", "validation", "test")

_ROWS_OF_GROUP: Final = 16_384
"""Rows that are held until they are written together, as a row group of the file."""


def split_of(deal: int) -> str:
    """Return the split of a deal: of each ten the last is for tests and the one before it for validation.

    Deals are drawn independently of each other, so their numbers are as good as lots; and a longer dataset of
    the same seed leaves each deal in its split.
    """
    return {8: "validation", 9: "test"}.get(deal % 10, "train")


class DatasetWriter:
    """The open files of a dataset, into which games are written in the order of their deals."""

    def __init__(self, folder: Path, metadata: Mapping[str, str]) -> None:
        self._stack = ExitStack()
        self._tables: dict[tuple[str, str], _Table] = {}
        self.rows = dict.fromkeys(((table, split) for table in TABLES for split in SPLITS), 0)
        """Rows so far by table and split."""
        for table, columns in TABLES.items():
            (folder / table).mkdir()
            for split in SPLITS:
                file = folder / file_of(table, split)
                self._tables[table, split] = self._stack.enter_context(_Table(file, columns, metadata))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def add(self, game: Row, decisions: Iterable[Row]) -> None:
        """Add a game and its decisions to the split of its deal."""
        split = split_of(game["deal"])
        for table, rows in (("games", [game]), ("decisions", decisions)):
            self.rows[table, split] += self._tables[table, split].add(rows)


def file_of(table: str, split: str) -> str:
    """Return the path of a table of a split in the folder of a dataset."""
    return f"{table}/{split}.parquet"


class _Table:
    """One open file, written a row group at a time."""

    def __init__(self, file: Path, columns: Iterable[Column], metadata: Mapping[str, str]) -> None:
        self._schema = pa.schema(
            [pa.field(column.name, column.type, nullable=False) for column in columns], metadata=metadata
        )
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: Any) -> None:
        with self._writer:
            self._flush()

    def add(self, rows: Iterable[Row]) -> int:
        """Add rows and return their number."""
        before = len(self._rows)
        self._rows += rows
        added = len(self._rows) - before
        while len(self._rows) >= _ROWS_OF_GROUP:
            group, self._rows = self._rows[:_ROWS_OF_GROUP], self._rows[_ROWS_OF_GROUP:]
            self._write(group)
        return added

    def _flush(self) -> None:
        if self._rows:
            self._write(self._rows)

    def _write(self, rows: list[Row]) -> None:
        self._writer.write_table(pa.Table.from_pylist(rows, schema=self._schema))
