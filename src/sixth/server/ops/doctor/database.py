"""Checks of the database: whether it answers, is up to date and can be written, its times and its key."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, select
from sqlalchemy.engine import URL

from sixth.i18n import gettext as _
from sixth.server.core.wall_clock import wall_clock_ms
from sixth.server.features.reminders.messages import public_key
from sixth.server.features.reminders.rows import KEY
from sixth.server.ops import clock
from sixth.server.ops.databases import place_of
from sixth.server.ops.doctor.finding import Finding
from sixth.server.store import upgrade
from sixth.server.store.engine import StoreError, make_engine, map_errors
from sixth.server.store.schema import secrets

_CHECK: Final = "database"


def check_database(url: URL) -> Iterator[Finding]:
    """Yield what a server would find in its database; nothing in it is changed."""
    place = place_of(url)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        text = _("There is no database at {place} yet; the first start makes it.")
        yield Finding(_CHECK, "ok", text.format(place=place))
        return
    engine = make_engine(url)
    try:
        with map_errors(url), closing(engine.connect()) as connection:
            yield from _check(connection, place)
    except StoreError as error:
        yield Finding(_CHECK, "wrong", str(error))
    finally:
        engine.dispose()


def _check(connection: Connection, place: str) -> Iterator[Finding]:
    step = upgrade.revision(connection)
    if step is None:
        if inspect(connection).get_table_names():
            text = _("The database {name} holds no site; is it the one that is meant?")
            yield Finding(_CHECK, "wrong", text.format(name=place))
        else:
            text = _("The database {place} is empty; the first start makes its tables.")
            yield Finding(_CHECK, "ok", text.format(place=place))
        return
    if step > upgrade.HEAD or not upgrade.leads_on_from(step):
        if step < upgrade.HEAD:
            text = _(
                "The database {place} is at step {step}, from which this version cannot go on; docs/backup.md"
                " says which version comes first."
            )
        else:
            text = _(
                "The database {place} was written by a later version of Sixth (step {step}); use that one."
            )
        yield Finding(_CHECK, "wrong", text.format(place=place, step=step))
        return
    if step < upgrade.HEAD:
        text = _(
            "The database {place} is at step {step}; the next start brings it to step {now}, so make a backup"
            " first."
        )
        yield Finding(_CHECK, "warning", text.format(place=place, step=step, now=upgrade.HEAD))
        return
    upgrade.touch(connection)
    connection.rollback()
    text = _("The database {place} answers, can be written and is up to date (step {now}).")
    yield Finding(_CHECK, "ok", text.format(place=place, now=upgrade.HEAD))
    yield from _check_times(connection, place)
    yield from _check_key(connection)


def _check_times(connection: Connection, place: str) -> Iterator[Finding]:
    now, then = wall_clock_ms(), clock.latest(connection)
    if then - now > clock.AHEAD_MS:
        text = _(
            "The database {place} is at {then}, but the clock of this machine says {now}; docs/hosting.md"
            " says how to go back."
        )
        yield Finding("clock", "wrong", text.format(place=place, then=_text(then), now=_text(now)))


def _check_key(connection: Connection) -> Iterator[Finding]:
    key = connection.scalar(select(secrets.c.value).where(secrets.c.name == KEY))
    if key is None:
        return
    try:
        public_key(key)
    except ModuleNotFoundError:
        # An installation without the library sends no notifications.
        return
    except (ValueError, AssertionError):
        text = _(
            "The key for notifications in the database is damaged; docs/hosting.md says how to start over."
        )
        yield Finding("push", "wrong", text)


def _text(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
