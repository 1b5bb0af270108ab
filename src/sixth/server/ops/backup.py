"""Backups of an SQLite database: one file with its state at one moment, made while servers go on writing."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from sixth.files import replace_file
from sixth.i18n import error_text, gettext as _
from sixth.server.store.engine import StoreError, database_error_text

_PAGES: Final = 1000
"""Pages that are copied between two calls of `progress`."""


def count(url: URL) -> int:
    """Return the number of pages to copy, or raise `StoreError` if the database is no SQLite."""
    if url.get_backend_name() != "sqlite":
        raise StoreError(_("A PostgreSQL is backed up with its own `pg_dump`; docs/backup.md tells how."))
    with closing(sqlite3.connect(str(url.database))) as here:
        return int(here.execute("PRAGMA page_count").fetchone()[0])


def backup(url: URL, file: Path, progress: Callable[[int], object]) -> None:
    """Copy the SQLite database at `url` into a new file; call `progress` with the number of pages each time.

    Raises:
        StoreError: the database cannot be read, or the file exists already or cannot be written.
    """
    # SQLite would take the leftovers of an earlier database of this name for a part of the copy.
    beside = [file.with_name(file.name + end) for end in ("", "-wal", "-shm", "-journal")]
    obstacle = next((each for each in beside if each.exists()), None)
    if obstacle is not None:
        raise StoreError(_("{file} is there already; name a file that is not.").format(file=obstacle))
    try:
        with replace_file(file, mode=0o600) as unfinished:
            _copy(Path(str(url.database)), unfinished, progress)
    except (OSError, sqlite3.Error) as error:
        why = error_text(error) if isinstance(error, OSError) else database_error_text(error)
        raise StoreError(_("{file} cannot be written: {why}.").format(file=file, why=why)) from error


def _copy(source: Path, target: Path, progress: Callable[[int], object]) -> None:
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.isolation_level = None
        # A transaction reads one moment to its end; without it, every write would begin the backup anew.
        here.execute("BEGIN")
        here.execute("SELECT count(*) FROM sqlite_master").fetchone()
        copied = 0

        def report(_status: int, remaining: int, pages: int) -> None:
            nonlocal copied
            progress(pages - remaining - copied)
            copied = pages - remaining

        here.backup(there, pages=_PAGES, progress=report)
        # The copy is one file, which can also be read where nothing can be written.
        there.execute("PRAGMA journal_mode=DELETE")
