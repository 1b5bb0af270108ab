"""Rows of people in the database: their names, browsers, links, codes and seats."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, func, insert, select, text, update

from sixth.server.feature import Merge
from sixth.server.features.people.merging import move_person
from sixth.server.features.people.person import (
    DeviceLink,
    HostAction,
    NewBrowser,
    Person,
    PersonBrowser,
    PersonSeen,
    PersonTie,
    Shown,
)
from sixth.server.features.people.tables import person_actions, person_ties
from sixth.server.features.people.ties import ties_of
from sixth.server.store.people_schema import (
    lock_people,
    people,
    person_browsers,
    person_codes,
    person_links,
    person_names,
    person_seats,
)
from sixth.server.store.schema import sayable
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import StoreRows
from sixth.server.table.identity import new_id
from sixth.server.table.lookalikes import skeletons

MAX_BROWSERS: Final = 20
"""Browsers of one person; a new one takes the place of the one that was away the longest."""

_SHORT: Final = 16
"""Letters of a proof that name a browser on the page of its person."""


class NameTakenError(Exception):
    """Another person keeps that name, or one that looks the same."""


class PeopleRows(StoreRows):
    """The people of a site; `merges` hand over what features keep of those who become others."""

    def __init__(self, store: SqlStore, merges: Sequence[Merge] = ()) -> None:
        super().__init__(store)
        self._merges = merges

    # -------------------------------------------------------------- who

    def of_browser(self, proof: str) -> Person | None:
        """Return the person whose browser has a secret with this hash."""
        query = _PEOPLE.join(person_browsers, person_browsers.c.person_id == people.c.person_id)
        return self._person(query.where(person_browsers.c.proof == proof))

    def at_seat(self, table_id: str, proof: str) -> Person | None:
        """Return the person who has the seat at a table with this hash of a token."""
        seat = (person_seats.c.table_id == table_id) & (person_seats.c.proof == proof)
        return self._person(
            _PEOPLE.join(person_seats, person_seats.c.person_id == people.c.person_id).where(seat)
        )

    def find(self, person_id: str) -> Person | None:
        """Return the person with this id."""
        return self._person(_PEOPLE.where(people.c.person_id == person_id)) if sayable(person_id) else None

    def see(self, proof: str, now: int) -> None:
        """Note that a browser is here."""
        same = person_browsers.c.proof == proof

        def write(connection: Connection) -> None:
            person = select(person_browsers.c.person_id).where(same).scalar_subquery()
            connection.execute(update(people).where(people.c.person_id == person).values(seen_at=now))
            connection.execute(update(person_browsers).where(same).values(seen_at=now))

        self._submit(proof, write)

    def keep_name(self, person_id: str, name: str, mark: int) -> None:
        """Have a person keep this name and this mark.

        Raises:
            NameTakenError: somebody else has the name, or one that looks the same.
        """

        def write(connection: Connection) -> None:
            if not lock_people(connection, (person_id,)):
                return
            _lock(connection)
            looks = skeletons(name)
            same = select(person_names.c.person_id).where(person_names.c.looks.in_(looks))
            if connection.execute(same.where(person_names.c.person_id != person_id)).first() is not None:
                raise NameTakenError
            connection.execute(delete(person_names).where(person_names.c.person_id == person_id))
            for each in looks:
                connection.execute(insert(person_names).values(looks=each, person_id=person_id))
            alias = func.coalesce(people.c.alias, new_id())
            this = update(people).where(people.c.person_id == person_id)
            connection.execute(this.values(name=name, mark=mark, alias=alias))

        self._submit(person_id, write)

    def show(self, person_id: str, shown: Shown) -> None:
        """Set who may see the page of a person."""
        self._execute(person_id, update(people).where(people.c.person_id == person_id).values(shown=shown))

    def ties(self, person_id: str) -> Sequence[PersonTie]:
        """Return the friends of a person and those whom they have blocked."""
        return self._read(lambda connection: ties_of(connection, person_id))  # type: ignore[no-any-return]

    def are_friends(self, person_id: str, other_id: str) -> bool:
        """Return whether two people are friends."""
        if not sayable(other_id):
            return False
        ties = person_ties.c
        both = (ties.person_id == person_id) & (ties.other_id == other_id) & (ties.kind == "friend")
        return self._read(lambda connection: connection.scalar(select(exists().where(both))))  # type: ignore[no-any-return]

    # -------------------------------------------------------------- browsers

    def browsers(self, person_id: str) -> tuple[PersonBrowser, ...]:
        """Return the browsers of a person, the one that was here last first."""
        same = person_browsers.c.person_id == person_id
        query = select(person_browsers).where(same).order_by(person_browsers.c.seen_at.desc())
        rows = self._read(lambda connection: connection.execute(query).all())
        return tuple(
            PersonBrowser(browser_name(row.proof), row.label, row.since, row.seen_at) for row in rows
        )

    def end_browser(self, person_id: str, name: str) -> None:
        """Sign out the browser with this short name."""
        this = func.substr(person_browsers.c.proof, 1, _SHORT) == name
        self._execute(
            person_id, delete(person_browsers).where(person_browsers.c.person_id == person_id, this)
        )

    # -------------------------------------------------------------- another device

    def make_link(self, link: DeviceLink, proof: str, now: int) -> None:
        """Keep a link whose secret has this hash, in place of any other of the person."""

        def write(connection: Connection) -> None:
            over = (person_links.c.person_id == link.person_id) | (person_links.c.until <= now)
            connection.execute(delete(person_links).where(over))
            if lock_people(connection, (link.person_id,)):
                connection.execute(insert(person_links).values(proof=proof, **link._asdict()))

        self._submit(link.person_id, write)

    def link_of(self, person_id: str, now: int) -> DeviceLink | None:
        """Return the link of a person, unless it is used or too old."""
        return self._link(person_links.c.person_id == person_id, now)

    def link(self, proof: str, now: int) -> DeviceLink | None:
        """Return the link whose secret has this hash, unless it is used or too old."""
        return self._link(person_links.c.proof == proof, now)

    def use_link(self, proof: str, browser: NewBrowser, before: Person | None) -> bool:
        """Sign a browser in as the person of a link, with the guest that it was `before`.

        Return False if the link is used or too old.
        """

        def write(connection: Connection) -> bool:
            query = select(person_links.c.person_id).where(
                person_links.c.proof == proof,
                person_links.c.until > browser.at,
                person_links.c.other_id.is_(None),
            )
            person = connection.scalar(query.with_for_update())
            if person is None:
                return False
            connection.execute(delete(person_links).where(person_links.c.proof == proof))
            add_browser(connection, browser, person, before, self._merges)
            return True

        return bool(self._submit(proof, write))

    def ask_to_merge(self, proof: str, other_id: str, *, until: int, now: int) -> bool:
        """Keep, `until` then, the request of another person to merge with the person of a link.

        Return False if the link is used or too old.
        """
        this = (person_links.c.proof == proof) & (person_links.c.until > now)
        free = this & (person_links.c.other_id.is_(None) | (person_links.c.other_id == other_id))
        change = update(person_links).where(free).values(other_id=other_id, until=until)
        return bool(self._execute(proof, change).rowcount)

    def merge(self, person_id: str, other_id: str, now: int) -> bool:
        """Merge another person into this one, if the other has asked for it."""

        def write(connection: Connection) -> bool:
            this = (person_links.c.person_id == person_id) & (person_links.c.other_id == other_id)
            asked = select(person_links.c.proof).where(this, person_links.c.until > now).with_for_update()
            if connection.scalar(asked) is None:
                return False
            connection.execute(delete(person_links).where(this))
            move_person(connection, other_id, person_id, self._merges)
            return True

        return bool(self._submit(person_id, write))

    def end_link(self, person_id: str) -> None:
        """Delete the link of a person."""
        self._execute(person_id, delete(person_links).where(person_links.c.person_id == person_id))

    # -------------------------------------------------------------- recovery codes

    def replace_codes(self, person_id: str, proofs: Collection[str], now: int) -> None:
        """Keep the hashes of these recovery codes of a person, in place of all others."""

        def write(connection: Connection) -> None:
            connection.execute(delete(person_codes).where(person_codes.c.person_id == person_id))
            rows = [{"proof": proof, "person_id": person_id, "made_at": now} for proof in proofs]
            if lock_people(connection, (person_id,)):
                connection.execute(insert(person_codes), rows)

        self._submit(person_id, write)

    def codes(self, person_id: str) -> tuple[int, Collection[str]]:
        """Return when the codes of a person were made (ms since 1970, 0 for never), and the unused hashes."""
        query = select(person_codes.c.made_at, person_codes.c.proof).where(
            person_codes.c.person_id == person_id
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return (rows[0].made_at if rows else 0), {row.proof for row in rows}

    def use_code(self, proof: str, browser: NewBrowser, before: Person | None) -> bool:
        """Sign a browser in as the person whose code has this hash, once; see `use_link`."""

        def write(connection: Connection) -> bool:
            same = person_codes.c.proof == proof
            person = connection.scalar(select(person_codes.c.person_id).where(same).with_for_update())
            if person is None:
                return False
            connection.execute(delete(person_codes).where(same))
            add_browser(connection, browser, person, before, self._merges)
            return True

        return bool(self._submit(proof, write))

    # -------------------------------------------------------------- the host

    def named(self, name: str = "") -> Sequence[PersonSeen]:
        """Return the people who keep a name, by name; with `name` the one whose name looks the same.

        A guest is found by the id in place of a name.
        """
        query = _PEOPLE.order_by(people.c.name)
        if name:
            same = person_names.c.looks.in_(skeletons(name))
            ids = select(person_names.c.person_id).where(same)
            query = query.where(people.c.person_id.in_(ids) | (people.c.person_id == name))
        else:
            query = query.where(people.c.name != "")
        rows = self._read(lambda connection: connection.execute(query).all())
        return [PersonSeen(_person(row), row.seen_at) for row in rows]

    def bar(self, person_id: str, until: int) -> None:
        """Have a person take no seat before that time, in milliseconds since 1970, UTC; 0 ends it."""
        this = people.c.person_id == person_id
        self._execute(person_id, update(people).where(this).values(barred_until=until))

    def mute(self, person_id: str, until: int) -> None:
        """Have a person not chat before that time, in milliseconds since 1970, UTC; 0 ends it."""
        this = people.c.person_id == person_id
        self._execute(person_id, update(people).where(this).values(muted_until=until))

    def note_action(self, person_id: str, action: str, *, now: int, until: int | None = None) -> None:
        """Keep the action of a host on a person, who may be a seat that is nobody's or be deleted."""
        values = {"at": now, "person_id": person_id, "action": action, "until": until}

        def write(connection: Connection) -> None:
            if lock_people(connection, (person_id,)):
                connection.execute(insert(person_actions).values(**values))

        self._submit(person_id, write)

    def actions(self, person_id: str) -> Sequence[HostAction]:
        """Return the actions of hosts on a person, the latest first."""
        same = person_actions.c.person_id == person_id
        query = select(person_actions).where(same).order_by(person_actions.c.number.desc())
        rows = self._read(lambda connection: connection.execute(query).all())
        return [HostAction(row.at, row.action, row.until) for row in rows]

    # -------------------------------------------------------------- the end

    def erase(self, person_id: str) -> None:
        """Delete a person, but for the seats, which lead to their name in the logs of tables."""
        self._execute(person_id, delete(people).where(people.c.person_id == person_id))

    def not_seen_since(self, before: int, most: int) -> Sequence[str]:
        """Return up to `most` people who were last here before that time (milliseconds since 1970, UTC)."""
        query = select(people.c.person_id).where(people.c.seen_at < before).limit(most)
        return list(self._read(lambda connection: connection.execute(query).scalars().all()))

    # -------------------------------------------------------------- inside

    def _person(self, query: Any) -> Person | None:
        row = self._read(lambda connection: connection.execute(query).first())
        return None if row is None else _person(row)

    def _link(self, where: Any, now: int) -> DeviceLink | None:
        query = select(person_links).where(where, person_links.c.until > now)
        row = self._read(lambda connection: connection.execute(query).first())
        return None if row is None else DeviceLink(row.person_id, row.number, row.until, row.other_id)

    def _execute(self, key: str, statement: Any) -> Any:
        return self._submit(key, lambda connection: connection.execute(statement))

    def _submit(self, key: str, write: Any) -> Any:
        return self._writer.submit(key, write).result()


_PEOPLE: Final = select(people)


def _person(row: Any) -> Person:
    return Person(row.person_id, row.name, row.mark, row.shown, row.since, row.barred_until, row.muted_until)


def browser_name(proof: str) -> str:
    """Return the short name of the browser whose secret has this hash."""
    return proof[:_SHORT]


def _lock(connection: Connection) -> None:
    """Keep others from taking a name that looks the same at the same time; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE person_names IN SHARE ROW EXCLUSIVE MODE"))


def add_browser(
    connection: Connection,
    new: NewBrowser,
    person_id: str,
    before: Person | None,
    merges: Sequence[Merge],
) -> None:
    """Add a browser to a person, with its guest's seats and games; the guest's secret ends."""
    guest = people.c.person_id == (before.id if before else "")
    if connection.execute(select(people).where(guest, people.c.name == "")).first() is not None:
        assert before is not None
        connection.execute(delete(person_browsers).where(person_browsers.c.person_id == before.id))
        move_person(connection, before.id, person_id, merges)
    same = person_browsers.c.person_id == person_id
    latest = select(person_browsers.c.proof).where(same).order_by(person_browsers.c.seen_at.desc())
    surplus = connection.execute(latest).scalars().all()[MAX_BROWSERS - 1 :]
    connection.execute(delete(person_browsers).where(person_browsers.c.proof.in_(surplus)))
    values = {"proof": new.proof, "person_id": person_id, "label": new.label}
    connection.execute(insert(person_browsers).values(**values, since=new.at, seen_at=new.at))
