"""Records of games in files: reading, which checks every line, and writing."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from sixth.rules.record import Record, read


def read_records(
    source: str | PathLike[str] | Iterable[bytes | str], *, unfinished: bool = False
) -> Iterator[Record]:
    """Yield the games of `source`, a path or lines, each played again and checked event by event.

    `unfinished` allows the last game to stop early.

    Raises:
        RecordError: a line breaks the rules or the format; the games before it are yielded first.
        OSError: the file cannot be read.
    """
    if isinstance(source, str | PathLike):
        with Path(source).open("rb") as lines:
            yield from read(lines, unfinished=unfinished)
    else:
        yield from read(source, unfinished=unfinished)


def write_records(path: str | PathLike[str], records: Iterable[Record]) -> None:
    """Write `records` to the file at `path`, one after another, in place of its content.

    Raises:
        OSError: the file cannot be written.
    """
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(record.text() for record in records)
