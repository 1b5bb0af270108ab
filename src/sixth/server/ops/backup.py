"""A copy of an SQLite database in one file, as it was in one moment, made while servers go on writing."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from sixth.files import replace_file
from sixth.i18n import error_text
from sixth.i18n import gettext as _
from sixth.server.store.engine import StoreError, database_error_text

_PAGES: Final = 1000
"""That are copied before the bar moves."""


def count(url: URL) -> int:
    """Return how many pages there are to copy.

    Raises:
        StoreError: it is no SQLite.
    """
    if url.get_backend_name() != "sqlite":
        raise StoreError(_("A PostgreSQL is backed up with its own `pg_dump`; docs/backup.md tells how."))
    with closing(sqlite3.connect(str(url.database))) as here:
        return int(here.execute("PRAGMA page_count").fetchone()[0])


def backup(url: URL, file: Path, done: Callable[[int], object]) -> None:
    """Write the SQLite database at `url` into a new file; `done` hears of the pages copied.

    Raises:
        StoreError: it cannot be read, or the file is there already or cannot be written.
    """
    # What another database left beside a file of this name would be taken for a part of it.
    beside = [file.with_name(file.name + end) for end in ("", "-wal", "-shm", "-journal")]
    there = next((each for each in beside if each.exists()), None)
    if there is not None:
        raise StoreError(_("{file} is there already; name a file that is not.").format(file=there))
    try:
        with replace_file(file, mode=0o600) as unfinished:
            _copy(Path(str(url.database)), unfinished, done)
    except (OSError, sqlite3.Error) as error:
        said = error_text(error) if isinstance(error, OSError) else database_error_text(error)
        raise StoreError(_("{file} cannot be written: {why}.").format(file=file, why=said)) from error


def _copy(source: Path, target: Path, done: Callable[[int], object]) -> None:
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.isolation_level = None
        # Whoever reads sees one moment to the end; without it, every move played meanwhile would begin the
        # backup again.
        here.execute("BEGIN")
        here.execute("SELECT count(*) FROM sqlite_master").fetchone()
        before = 0

        def told(_status: int, left: int, pages: int) -> None:
            nonlocal before
            done(pages - left - before)
            before = pages - left

        here.backup(there, pages=_PAGES, progress=told)
