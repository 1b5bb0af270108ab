"""Rows of passkeys, and of the challenges that wait for an answer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from sixth.server.feature import Merge
from sixth.server.features.people.passkeys.ceremonies import PasskeyKey
from sixth.server.features.people.passkeys.tables import passkey_challenges, person_passkeys
from sixth.server.features.people.person import NewBrowser, Person
from sixth.server.features.people.rows import add_browser
from sixth.server.store.people_schema import hand_over, lock_people
from sixth.server.store.schema import insert_new
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import StoreRows


class Passkey(NamedTuple):
    """A passkey on the page of its person: its id and name, and when it was made and last used.

    Times are milliseconds since 1970, UTC; `used_at` is None before the first use.
    """

    credential_id: str
    name: str
    since: int
    used_at: int | None


class PasskeyRows(StoreRows):
    """The passkeys of the people of a site."""

    def __init__(self, store: SqlStore, merges: Sequence[Merge] = ()) -> None:
        super().__init__(store)
        self._merges = merges

    def of_person(self, person_id: str) -> Sequence[Passkey]:
        """Return the passkeys of a person, oldest first."""
        same = person_passkeys.c.person_id == person_id
        columns = [person_passkeys.c[name] for name in Passkey._fields]
        query = select(*columns).where(same).order_by(person_passkeys.c.since)
        return [Passkey(*row) for row in self._read(lambda connection: connection.execute(query).all())]

    def find(self, credential_id: str) -> PasskeyKey | None:
        """Return the key of the passkey with this id."""
        columns = [person_passkeys.c[name] for name in PasskeyKey._fields]
        query = select(*columns).where(person_passkeys.c.credential_id == credential_id)
        row = self._read(lambda connection: connection.execute(query).first())
        return None if row is None else PasskeyKey(*row)

    def add(self, key: PasskeyKey, person_id: str, name: str, now: int) -> bool:
        """Add a passkey to a person; return False if a passkey with that id exists."""

        def write(connection: Connection) -> bool:
            same = person_passkeys.c.credential_id == key.credential_id
            if not lock_people(connection, (person_id,)):
                return True
            if connection.execute(select(person_passkeys.c.since).where(same)).first() is not None:
                return False
            values = {"person_id": person_id, "name": name, "since": now}
            insert_new(connection, person_passkeys, **key._asdict(), **values)
            return True

        return self._writer.submit(person_id, write).result()

    def rename(self, person_id: str, credential_id: str, name: str) -> None:
        """Give a passkey of a person another name."""
        change = update(person_passkeys).where(_is(person_id, credential_id)).values(name=name)
        self._writer.submit(person_id, lambda connection: connection.execute(change)).result()

    def remove(self, person_id: str, credential_id: str) -> None:
        """Remove a passkey of a person."""
        change = delete(person_passkeys).where(_is(person_id, credential_id))
        self._writer.submit(person_id, lambda connection: connection.execute(change)).result()

    def use(self, key: PasskeyKey, sign_count: int, browser: NewBrowser, before: Person | None) -> bool:
        """Sign a browser in as the person of a passkey, with the guest that it was `before`.

        `sign_count` is the new count of the passkey. Return False if the passkey was removed, or used by
        another browser since its `key` was read.
        """

        def write(connection: Connection) -> bool:
            this = person_passkeys.c.credential_id == key.credential_id
            unchanged = this & (person_passkeys.c.sign_count == key.sign_count)
            used = update(person_passkeys).where(unchanged).values(sign_count=sign_count, used_at=browser.at)
            if not connection.execute(used).rowcount:
                return False
            person = connection.scalar(select(person_passkeys.c.person_id).where(this))
            add_browser(connection, browser, str(person), before, self._merges)
            return True

        return self._writer.submit(key.credential_id, write).result()

    # -------------------------------------------------------------- challenges

    def keep_challenge(self, proof: str, person_id: str | None, *, until: int, now: int) -> None:
        """Keep a challenge to a browser whose secret has this hash, and delete those that are too old."""

        def write(connection: Connection) -> None:
            connection.execute(delete(passkey_challenges).where(passkey_challenges.c.until <= now))
            values = {"proof": proof, "person_id": person_id, "until": until}
            if person_id is None or lock_people(connection, (person_id,)):
                connection.execute(insert(passkey_challenges).values(**values))

        self._writer.submit(proof, write).result()

    def take_challenge(self, proof: str, person_id: str | None, now: int) -> bool:
        """Delete a challenge; return whether it was there, not too old, and for that person.

        With None for the person, it has to be one to sign in.
        """

        def write(connection: Connection) -> bool:
            this = passkey_challenges.c.proof == proof
            row = connection.execute(select(passkey_challenges).where(this).with_for_update()).first()
            connection.execute(delete(passkey_challenges).where(this))
            return row is not None and row.person_id == person_id and row.until > now

        return self._writer.submit(proof, write).result()


def merge_passkeys(connection: Connection, person_id: str, into: str) -> None:
    """Give the passkeys of a person to another."""
    hand_over(connection, person_passkeys.c.person_id, person_id, into)


def _is(person_id: str, credential_id: str) -> Any:
    return (person_passkeys.c.credential_id == credential_id) & (person_passkeys.c.person_id == person_id)
