"""A person who plays here, and the browser by which a request is that person's."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, Select, select, update

from sixth.rules.game import NotNow
from sixth.server.store.people_schema import people, person_browsers, person_seats
from sixth.server.store.schema import sayable

Shown = Literal["hidden", "friends", "public"]
"""The possible viewers of a person's page: nobody else, friends, or everybody."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who has played here: a guest, whose `name` is "", or one who keeps a name.

    `mark` is the number of their shape, from 0; `since` is the time of their first game (milliseconds since
    1970, UTC). Before `barred_until` they take no seat, before `muted_until` they do not chat.
    """

    id: str
    name: str
    mark: int
    shown: Shown
    since: int
    barred_until: int = 0
    muted_until: int = 0

    @property
    def named(self) -> bool:
        """Whether they keep a name."""
        return self.name != ""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser with a person: its `person`, and its secret."""

    person: Person
    secret: str


class PersonSeen(NamedTuple):
    """A person, and when they were here last, in milliseconds since 1970, UTC."""

    person: Person
    seen_at: int


_SEAT: Final = "seat-"


def seat_id(proof: str) -> str:
    """Return what stands for the person at a seat that is no person's, from the hash of its token."""
    return f"{_SEAT}{proof[:32]}"


def is_seat(person_id: str) -> bool:
    """Return whether an id stands for a seat that is no person's."""
    return person_id.startswith(_SEAT)


def check_named(person: Person) -> None:
    """Check that a person keeps a name.

    Raises:
        NotNow: they are a guest.
    """
    if not person.named:
        raise NotNow("no-name", "Choose a name first.")


def check_signed_out(visitor: Visitor | None) -> None:
    """Check that a browser has no person or is that of a guest.

    Raises:
        NotNow: it is that of a person who keeps a name.
    """
    if visitor is not None and visitor.person.named:
        raise NotNow("signed-in", "{name} is signed in here; sign out first.", name=visitor.person.name)


# ------------------------------------------------------------------ rows


def person_of_row(row: Any) -> Person:
    """Return the person of a row of `people`."""
    return Person(row.person_id, row.name, row.mark, row.shown, row.since, row.barred_until, row.muted_until)


def _first(connection: Connection, query: Select[Any]) -> Person | None:
    row = connection.execute(query).first()
    return None if row is None else person_of_row(row)


def find_person(connection: Connection, person_id: str) -> Person | None:
    """Return the person with this id, None where there is none."""
    if not sayable(person_id):
        return None
    return _first(connection, select(people).where(people.c.person_id == person_id))


def person_of_browser(connection: Connection, proof: str) -> Person | None:
    """Return the person whose browser has a secret with this hash."""
    query = select(people).join(person_browsers, person_browsers.c.person_id == people.c.person_id)
    return _first(connection, query.where(person_browsers.c.proof == proof))


def person_at_seat(connection: Connection, table_id: str, proof: str) -> Person | None:
    """Return the person who has the seat at a table with this hash of a token."""
    query = select(people).join(person_seats, person_seats.c.person_id == people.c.person_id)
    return _first(connection, query.where(person_seats.c.table_id == table_id, person_seats.c.proof == proof))


def proofs_at(connection: Connection, person_id: str, table_id: str) -> Collection[str]:
    """Return the hashes of the tokens of a person's seats at a table."""
    own = (person_seats.c.table_id == table_id, person_seats.c.person_id == person_id)
    return connection.execute(select(person_seats.c.proof).where(*own)).scalars().all()


def note_seen(connection: Connection, proof: str, now: int) -> None:
    """Note that the browser whose secret has this hash is here now, and so is its person."""
    same = person_browsers.c.proof == proof
    person = select(person_browsers.c.person_id).where(same).scalar_subquery()
    connection.execute(update(people).where(people.c.person_id == person).values(seen_at=now))
    connection.execute(update(person_browsers).where(same).values(seen_at=now))


def show_page(connection: Connection, person_id: str, shown: Shown) -> None:
    """Set who may see the page of a person."""
    connection.execute(update(people).where(people.c.person_id == person_id).values(shown=shown))
