"""Databases as a host names them, opened to be read or written by something that is no server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
from sqlalchemy import Engine, inspect, text
from sqlalchemy.engine import URL

from sixth.i18n import error_text
from sixth.i18n import gettext as _
from sixth.server.store import upgrade
from sixth.server.store.engine import WRITES, StoreError, in_folder, make_engine, map_errors, normalize_url
from sixth.server.store.schema import log


def url_of(data: Path | None, database: str | None) -> URL:
    """Return where the games are kept that a server with these options serves.

    Raises:
        StoreError: `database` is no URL.
    """
    if database is not None:
        return normalize_url(database)
    return in_folder(data or platformdirs.user_data_path("sixth", appauthor=False))


def named(place: str) -> URL:
    """Return the database at a URL, in a folder, or in a file.

    Raises:
        StoreError: it is a URL of something else.
    """
    if "://" in place:
        return normalize_url(place)
    path = Path(place)
    return URL.create("sqlite", database=place) if path.is_file() else in_folder(path)


def place_of(url: URL) -> str:
    """Return which database it is, in a sentence: its file, or its name at its server."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql", username=None, password=None, query={}).render_as_string()


def make_folder(url: URL) -> None:
    """Make the folder for the file of a database that is one.

    Raises:
        StoreError: there cannot be one.
    """
    if url.get_backend_name() != "sqlite":
        return
    folder = Path(str(url.database)).parent
    try:
        # What is kept here are people's hands of cards.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        wrong = _("The folder {folder} cannot be used ({why}); name another.")
        raise StoreError(wrong.format(folder=folder, why=error_text(error))) from error


def must_exist(url: URL) -> None:
    """See that a database in a file is there: opening one would make it.

    Raises:
        StoreError: it is not.
    """
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise StoreError(_("There is no database at {place}.").format(place=place_of(url)))


@contextmanager
def to_read(url: URL) -> Iterator[Engine]:
    """Connections that write nothing, to a database whose schema is up to date.

    Raises:
        StoreError: there is none, or it cannot be used.
    """
    must_exist(url)
    engine = make_engine(url, read_only=True)
    try:
        with map_errors(url):
            with engine.connect() as connection:
                at = upgrade.revision(connection)
                # Fails where something else is kept there, or the file is none of a database.
                connection.execute(text("SELECT count(*) FROM log WHERE 1 = 0" if at else "SELECT 1"))
            if at is None:
                wrong = _("The database {name} holds no site; is it the one that is meant?")
                raise StoreError(wrong.format(name=url.database))
            if at > upgrade.HEAD:
                raise upgrade.TooNewError
            if at < upgrade.HEAD:
                wrong = _("The database {name} is not up to date; `sixth db upgrade` brings it there.")
                raise StoreError(wrong.format(name=url.database))
            yield engine
    finally:
        engine.dispose()


@contextmanager
def to_write(url: URL) -> Iterator[Engine]:
    """Connections that write, each in one transaction; a database that is not there is made.

    Raises:
        StoreError: it cannot be used.
    """
    make_folder(url)
    engine = make_engine(url)
    try:
        with map_errors(url):
            yield engine.execution_options(**{WRITES: True})
    finally:
        engine.dispose()


def bring_up_to_date(url: URL) -> str | None:
    """Bring the schema up to date; returns the step it was at, None for a database that held no site.

    Raises:
        StoreError: it cannot be used, or a later program wrote it.
    """
    with to_write(url) as engine, engine.begin() as connection:
        before = upgrade.revision(connection)
        if before is None and inspect(connection).has_table(log.name):
            before = upgrade.NONE
        upgrade.upgrade(connection)
        return before
