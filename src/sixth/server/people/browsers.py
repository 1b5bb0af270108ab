"""The browsers of people: their devices, as far as they have played or signed in there."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from sixth.server.people.merging import Merge, move_person
from sixth.server.people.person import Person
from sixth.server.store.people_schema import people, person_browsers

MAX_BROWSERS: Final = 20
"""Browsers of one person; a new one takes the place of the one that was away the longest."""

_SHORT: Final = 16
"""Letters of a proof that name a browser on the page of its person."""

# The first that fits, as browsers also call themselves by the names of others.
_PROGRAMS: Final = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
_SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")
_NAMES: Final = {"Edg": "Edge", "OPR": "Opera"}


class PersonBrowser(NamedTuple):
    """A browser of a person, by a short name and a label: its program and system, as it called itself.

    Times are milliseconds since 1970, UTC.
    """

    name: str
    label: str
    since: int
    seen_at: int


class NewBrowser(NamedTuple):
    """A browser to add to a person: the hash of its secret, its label, and the time (ms since 1970, UTC)."""

    proof: str
    label: str
    at: int


def browser_label(user_agent: str) -> str:
    """Return the program and the system that a browser says it is: "Firefox · Linux"; "" if unknown."""
    names = [
        next((name for name in choices if re.search(rf"\b(?:Headless)?{name}", user_agent)), "")
        for choices in (_PROGRAMS, _SYSTEMS)
    ]
    return " · ".join(_NAMES.get(name, name) for name in names if name)


def browser_name(proof: str) -> str:
    """Return the short name of the browser whose secret has this hash."""
    return proof[:_SHORT]


def browsers_of(connection: Connection, person_id: str) -> Sequence[PersonBrowser]:
    """Return the browsers of a person, the one that was here last first."""
    same = person_browsers.c.person_id == person_id
    query = select(person_browsers).where(same).order_by(person_browsers.c.seen_at.desc())
    rows = connection.execute(query)
    return [PersonBrowser(browser_name(row.proof), row.label, row.since, row.seen_at) for row in rows]


def end_browser(connection: Connection, person_id: str, name: str) -> None:
    """Sign out the browser of a person with this short name."""
    this = func.substr(person_browsers.c.proof, 1, _SHORT) == name
    connection.execute(delete(person_browsers).where(person_browsers.c.person_id == person_id, this))


def add_browser(
    connection: Connection,
    new: NewBrowser,
    person_id: str,
    before: Person | None,
    merges: Sequence[Merge],
) -> None:
    """Add a browser to a person, with the seats and games of the guest it was `before`, whose secret ends."""
    guest = people.c.person_id == (before.id if before else "")
    if before and connection.execute(select(people).where(guest, people.c.name == "")).first() is not None:
        connection.execute(delete(person_browsers).where(person_browsers.c.person_id == before.id))
        move_person(connection, before.id, person_id, merges)
    same = person_browsers.c.person_id == person_id
    latest = select(person_browsers.c.proof).where(same).order_by(person_browsers.c.seen_at.desc())
    surplus = connection.execute(latest).scalars().all()[MAX_BROWSERS - 1 :]
    connection.execute(delete(person_browsers).where(person_browsers.c.proof.in_(surplus)))
    values = {"proof": new.proof, "person_id": person_id, "label": new.label}
    connection.execute(insert(person_browsers).values(**values, since=new.at, seen_at=new.at))
