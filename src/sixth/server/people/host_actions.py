"""What a host does to people by `sixth people`: bars and mutes, and the record of all that was done."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, select, update

from sixth.i18n import datetime_text
from sixth.rules.game import Forbidden
from sixth.server.people.person import Person
from sixth.server.people.tables import person_actions
from sixth.server.store.people_schema import lock_people, people

EVER_MS: Final = round(datetime(9999, 1, 1, tzinfo=UTC).timestamp() * 1000)
"""The time until which somebody is barred or muted for good, in milliseconds since 1970, UTC."""


class HostAction(NamedTuple):
    """What a host did to a person, when and until when (milliseconds since 1970, UTC)."""

    at: int
    action: str
    until: int | None


def bar(connection: Connection, person_id: str, until: int, now: int) -> None:
    """Have a person take no seat before that time, in milliseconds since 1970, UTC; 0 ends it."""
    connection.execute(update(people).where(people.c.person_id == person_id).values(barred_until=until))
    note_action(connection, person_id, "barred" if until else "let back", now, until)


def mute(connection: Connection, person_id: str, until: int, now: int) -> None:
    """Have a person not chat before that time, in milliseconds since 1970, UTC; 0 ends it."""
    connection.execute(update(people).where(people.c.person_id == person_id).values(muted_until=until))
    note_action(connection, person_id, "muted" if until else "unmuted", now, until)


def note_action(connection: Connection, person_id: str, action: str, now: int, until: int = 0) -> None:
    """Keep the action of a host on a person, unless it is a seat that is nobody's, or deleted."""
    if lock_people(connection, (person_id,)):
        values = {"at": now, "person_id": person_id, "action": action, "until": until or None}
        connection.execute(insert(person_actions).values(**values))


def actions_on(connection: Connection, person_id: str) -> Sequence[HostAction]:
    """Return the actions of hosts on a person, the latest first."""
    same = person_actions.c.person_id == person_id
    columns = [person_actions.c[name] for name in HostAction._fields]
    rows = connection.execute(select(*columns).where(same).order_by(person_actions.c.number.desc()))
    return [HostAction(*row) for row in rows]


def check_not_barred(person: Person, now: int) -> None:
    """Check that a person may take a seat `now`.

    Raises:
        Forbidden: a host has barred them.
    """
    if refusal := bar_of(person, now):
        raise refusal


def bar_of(person: Person, now: int) -> Forbidden | None:
    """Return why a person may take no seat `now` (milliseconds since 1970, UTC), None if they may."""
    if person.barred_until >= EVER_MS:
        return Forbidden("person-barred", "The host of this site has barred you for good.")
    if person.barred_until > now:
        until = _time_text(person.barred_until)
        return Forbidden("person-barred", "The host of this site has barred you until {until}.", until=until)
    return None


def mute_of(person: Person, now: int) -> Forbidden | None:
    """Return why a person may not chat `now` (milliseconds since 1970, UTC), None if they may."""
    if person.muted_until >= EVER_MS:
        return Forbidden(
            "person-muted", "The host of this site has muted you for good: you can play, but not chat."
        )
    if person.muted_until > now:
        return Forbidden(
            "person-muted",
            "The host of this site has muted you until {until}: you can play, but not chat.",
            until=_time_text(person.muted_until),
        )
    return None


def _time_text(at: int) -> str:
    return f"{datetime_text(datetime.fromtimestamp(at / 1000, UTC))} UTC"
