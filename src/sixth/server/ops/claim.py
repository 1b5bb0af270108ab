"""The claim of one server on a database in a file, which ends with the process of the server."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from sqlalchemy.engine import URL

from sixth.i18n import error_text, gettext as _
from sixth.server.core.retries import retry
from sixth.server.store.engine import StoreError, database_error_text

_SUFFIX: Final = ".lock"
"""The suffix of the empty file beside a database that carries its lock; the file stays."""


@contextmanager
def sole_server(url: URL) -> Iterator[None]:
    """Claim the database at `url` for one server during the block; a PostgreSQL takes several servers.

    Waits a while for a server that is about to end. Maintenance tools need no claim.

    Raises:
        StoreError: another server has the database, or its folder cannot be written.
    """
    if url.get_backend_name() != "sqlite":
        yield
        return
    file = _file(url)
    lock = file.with_name(file.name + _SUFFIX)
    try:
        lock.touch(mode=0o600)
    except OSError as error:
        wrong = _("Nothing can be written in the folder {folder} ({why}); choose another with --data.")
        raise StoreError(wrong.format(folder=lock.parent, why=error_text(error))) from error
    # SQLite's own locks hold wherever the database itself is safe, and end with the process, unlike a file
    # that names the server.
    with closing(sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)) as claim:
        try:
            # Nothing is ever written, so there need be no journal on disk.
            claim.execute("PRAGMA journal_mode=MEMORY")
            retry(lambda: claim.execute("BEGIN EXCLUSIVE"), lambda error: _busy_text(error, file))
        except sqlite3.Error as error:
            if _busy_text(error, file) is None:
                wrong = _("The database {name} cannot be used: {why}.")
                raise StoreError(wrong.format(name=file, why=database_error_text(error))) from error
            wrong = _(
                "Another server is at work on the games in {file}, and one at a time may be; end that one,"
                " or give this one a folder of its own with --data."
            )
            raise StoreError(wrong.format(file=file)) from error
        yield


def _busy_text(error: Exception, file: Path) -> str | None:
    busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
    return f"another server is at work on the games in {file}" if busy else None


def _file(url: URL) -> Path:
    """Return the path of the database without links, so that a file has one lock under all its names."""
    name = str(url.database)
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name).resolve()
