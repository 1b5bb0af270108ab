"""The way back: a database that the release before can read again.

What that release does not know is deleted: tables of the database, settings of tables at which people
play, and events that leave the game as it is.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, get_args

from sqlalchemy import Connection, Row, Select, delete, func, inspect, select, update

from sixth.i18n import gettext as _
from sixth.rules.codec import Json, dumps, loads
from sixth.server.store import upgrade
from sixth.server.store.engine import StoreError
from sixth.server.store.people_schema import people, rated_games
from sixth.server.store.schema import is_of_kind, log
from sixth.server.table.events import Arranged, Opened, OwnEvent, Renamed, Sat

RELEASE: Final = "0.3"
"""The release that can read the database afterwards."""

STEP: Final = "0006"
"""The newest step of that release."""

_EVENTS: Final = frozenset(
    (
        "advised",
        "arranged",
        "began",
        "claimed",
        "clocked",
        "coached",
        "confirmed",
        "extended",
        "kicked",
        "left",
        "opened",
        "readied",
        "returned",
        "sat",
        "stood-in",
        "texted",
        "timed-out",
        "unclaimed",
    )
)
"""The events of that release, beside those of the rules."""

_SETTINGS: Final = frozenset(
    (
        "bank_seconds",
        "chat",
        "helps",
        "late",
        "listed",
        "outside",
        "outside_talk",
        "spectators",
        "stand_in",
        "turn_seconds",
    )
)
"""The settings of a table in that release."""


class Losses(NamedTuple):
    """The numbers of people and rated games that a way back deletes."""

    people: int
    rated_games: int


def losses(connection: Connection) -> Losses:
    """Return what `downgrade` would delete.

    Raises:
        StoreError: the deletion of a person has not ended yet.
    """
    there = inspect(connection).get_table_names()
    if people.name not in there:
        return Losses(0, 0)
    if connection.execute(select(people.c.person_id).where(people.c.erased)).first():
        raise StoreError(_("People are still being deleted; let a server run for a minute first."))
    counts = (connection.scalar(select(func.count()).select_from(each)) for each in (people, rated_games))
    return Losses(*(count or 0 for count in counts))


def downgrade(connection: Connection) -> None:
    """Bring the database to `STEP`, in the transaction of `connection`; no server may use it.

    Raises:
        TooNewError: a later version of Sixth wrote the database.
    """
    upgrade.take_back(connection, STEP)
    for table, version, body in _rows(connection, (Opened.event, Arranged.event)):
        event = loads(body)
        known = {name: value for name, value in event["house"].items() if name in _SETTINGS}
        _write(connection, table, version, event | {"house": known})
    own = {kind.event for kind in get_args(OwnEvent)}
    # From the last, so that the versions of those before stay.
    for table, version, body in reversed(_rows(connection, own - _EVENTS)):
        event = loads(body)
        if event["event"] == Renamed.event:
            _rename(connection, table, version, event["seat"], event["name"])
        _drop(connection, table, version)


def _rows(connection: Connection, kinds: Iterable[str]) -> Sequence[Row[str, int, str]]:
    return connection.execute(_rows_of(kinds).order_by(log.c.table_id, log.c.version)).all()


def _rows_of(kinds: Iterable[str]) -> Select[str, int, str]:
    """Return the query for the rows of the log with events of these kinds."""
    return select(log.c.table_id, log.c.version, log.c.happening).where(is_of_kind(kinds))


def _write(connection: Connection, table: str, version: int, event: Json) -> None:
    row = (log.c.table_id == table) & (log.c.version == version)
    connection.execute(update(log).where(row).values(happening=dumps(event)))


def _rename(connection: Connection, table: str, before: int, seat: int, name: str) -> None:
    """Have the person who took a seat last, before a version, take it under this name."""
    query = _rows_of((Sat.event,)).where(log.c.table_id == table, log.c.version < before)
    for _table, version, body in connection.execute(query.order_by(log.c.version.desc())):
        event = loads(body)
        if event["seat"] == seat:
            _write(connection, table, version, event | {"name": name})
            return


def _drop(connection: Connection, table: str, version: int) -> None:
    """Delete a row of the log, and move those after it up."""
    this, number = log.c.table_id == table, log.c.version
    connection.execute(delete(log).where(this, number == version))
    # By way of negative numbers, as no two rows may have one number at any moment.
    moved, positive = {"version": 1 - number}, {"version": -number}
    connection.execute(update(log).where(this, number > version).values(moved))
    connection.execute(update(log).where(this, number < 0).values(positive))
