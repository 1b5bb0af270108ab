"""Rows of mutes in the database."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, exists, func, literal, select, union, union_all

from sixth.server.features.moderation.neighbour import OtherPerson
from sixth.server.features.moderation.tables import person_mutes, person_reports
from sixth.server.features.people.person import is_seat
from sixth.server.features.people.tables import person_ties
from sixth.server.store.people_schema import lock_people, people, person_browsers, person_seats
from sixth.server.store.schema import insert_new, sayable
from sixth.server.store.writer import StoreRows


class MuteRows(StoreRows):
    """The mutes of the people of a site."""

    def muted_by(self, browser: str, table_id: str, seat: str) -> Collection[str]:
        """Return whose chat a person does not see, by the hash of a browser's secret or of a seat's token."""
        if not sayable(table_id):
            return ()
        here = (person_seats.c.table_id == table_id) & (person_seats.c.proof == seat)
        viewer = union(
            select(person_browsers.c.person_id).where(person_browsers.c.proof == browser),
            select(person_seats.c.person_id).where(here),
        )
        query = select(person_mutes.c.other_id).where(person_mutes.c.person_id.in_(viewer))
        return set(self._read(lambda connection: connection.execute(query).scalars().all()))

    def people_at(self, table_id: str, proofs: Collection[str]) -> Mapping[str, str]:
        """Return the people, by id, who have the seats of a table with these hashes of tokens."""
        seats = person_seats.c
        query = select(seats.proof, seats.person_id).where(
            seats.table_id == table_id, seats.proof.in_(proofs)
        )
        return dict(self._read(lambda connection: [tuple(row) for row in connection.execute(query)]))

    def muted(self, person_id: str) -> Collection[str]:
        """Return whose chat a person does not see, by id."""
        query = select(person_mutes.c.other_id).where(person_mutes.c.person_id == person_id)
        return set(self._read(lambda connection: connection.execute(query).scalars().all()))

    def mutes(self, person_id: str) -> Sequence[OtherPerson]:
        """Return whose chat a person does not see, by the names that they had at their tables.

        Friends have the names that they keep.
        """
        tie = (person_ties.c.person_id == person_id) & (person_ties.c.other_id == person_mutes.c.other_id)
        name = func.coalesce(people.c.name, person_mutes.c.name)
        query = (
            select(person_mutes.c.other_id, name)
            .outerjoin(person_ties, tie & (person_ties.c.kind == "friend"))
            .outerjoin(people, people.c.person_id == person_ties.c.other_id)
            .where(person_mutes.c.person_id == person_id)
            .order_by(person_mutes.c.at.desc(), person_mutes.c.other_id)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [OtherPerson(*row) for row in rows]

    def of_person(self, person_id: str) -> Sequence[tuple[str, str, int]]:
        """Return whom a person has "muted" or "reported", by the names of that time, and since when."""
        mutes, reports = person_mutes.c, person_reports.c
        muted = select(literal("muted"), mutes.name, mutes.at.label("at")).where(mutes.person_id == person_id)
        reported = select(literal("reported"), reports.name, reports.at).where(reports.by_id == person_id)
        query = union_all(muted, reported).order_by("at", "name")
        return [tuple(row) for row in self._read(lambda connection: connection.execute(query).all())]

    def friends_heard(self, person_id: str) -> Sequence[OtherPerson]:
        """Return the friends of a person whose chat the person sees, by name."""
        muted = exists().where(
            person_mutes.c.person_id == person_id, person_mutes.c.other_id == person_ties.c.other_id
        )
        query = (
            select(people.c.person_id, people.c.name)
            .join(person_ties, person_ties.c.other_id == people.c.person_id)
            .where(person_ties.c.person_id == person_id, person_ties.c.kind == "friend", ~muted)
            .order_by(people.c.name)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [OtherPerson(*row) for row in rows]

    def mute(self, person_id: str, other: OtherPerson, now: int) -> None:
        """Have a person not see the chat of another, who is there, or of a seat that is no person's."""

        def write(connection: Connection) -> None:
            ids = {person_id} if is_seat(other.id) else {person_id, other.id}
            if lock_people(connection, ids):
                muted = None if is_seat(other.id) else other.id
                pair = {"person_id": person_id, "other_id": other.id, "muted_id": muted}
                insert_new(connection, person_mutes, **pair, name=other.name, at=now)

        self._submit(person_id, write)

    def unmute(self, person_id: str, other_id: str) -> None:
        """Have a person see the chat of another again."""
        same = (person_mutes.c.person_id == person_id) & (person_mutes.c.other_id == other_id)
        self._submit(person_id, lambda connection: connection.execute(delete(person_mutes).where(same)))

    def _submit(self, key: str, write: Any) -> Any:
        return self._writer.submit(key, write).result()
