"""Databases as hosts name them, and connections to them for the tools of `sixth db`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
from sqlalchemy import Engine, text
from sqlalchemy.engine import URL

import sixth.server.app  # noqa: F401 - with the tables of all features
from sixth.i18n import error_text, gettext as _
from sixth.server.store import upgrade
from sixth.server.store.engine import WRITES, StoreError, in_folder, make_engine, map_errors, normalize_url


def url_of(data: Path | None, database: str | None) -> URL:
    """Return the URL of the database of a server with these options, or raise `StoreError` if it is none."""
    if database is not None:
        return normalize_url(database)
    return in_folder(data or platformdirs.user_data_path("sixth", appauthor=False))


def parse_place(place: str) -> URL:
    """Return the URL of the database that `place`, a URL, folder or file, names, or raise `StoreError`."""
    if "://" in place:
        return normalize_url(place)
    path = Path(place)
    return URL.create("sqlite", database=place) if path.is_file() else in_folder(path)


def place_of(url: URL) -> str:
    """Return a name of the database for sentences: its file, or its URL without user and password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql", username=None, password=None, query={}).render_as_string()


def make_folder(url: URL, wrong: str = "") -> None:
    """Make the folder of a database in a file.

    Raises:
        StoreError: the folder cannot be made; the template of the sentence is `wrong`, if given.
    """
    if url.get_backend_name() != "sqlite":
        return
    folder = Path(str(url.database)).parent
    try:
        # The database holds the hands of players.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        wrong = wrong or _("The folder {folder} cannot be used ({why}); name another.")
        raise StoreError(wrong.format(folder=folder, why=error_text(error))) from error


def check_exists(url: URL) -> None:
    """Raise `StoreError` if a database in a file does not exist, as opening one would make it."""
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise StoreError(_("There is no database at {place}.").format(place=place_of(url)))


@contextmanager
def open_to_read(url: URL) -> Iterator[Engine]:
    """Yield an engine that only reads, for a database whose schema is up to date.

    Raises:
        StoreError: there is no such database, or it cannot be used.
    """
    check_exists(url)
    engine = make_engine(url, read_only=True)
    try:
        with map_errors(url):
            with engine.connect() as connection:
                at = upgrade.revision(connection)
                # This fails if the database belongs to another program, or the file is no database.
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
def open_to_write(url: URL) -> Iterator[Engine]:
    """Yield an engine that writes to a database, which is made if need be; may raise `StoreError`."""
    make_folder(url)
    engine = make_engine(url)
    try:
        with map_errors(url):
            yield engine.execution_options(**{WRITES: True})
    finally:
        engine.dispose()


def bring_up_to_date(url: URL) -> str | None:
    """Bring the schema up to date, and return its revision before, or None if the database held no site.

    Raises:
        StoreError: the database cannot be used, or it is older than 0.3.0, from between releases or of a
            later version of Sixth.
    """
    with open_to_write(url) as engine, engine.begin() as connection:
        before = upgrade.revision(connection)
        upgrade.upgrade(connection)
        return before
