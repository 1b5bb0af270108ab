"""Rows of rated quick games in the database: the tables that wait for players."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, insert, select, text

from sixth.server.features.people.ties import tables_with_blocks
from sixth.server.features.ratings.rating import Pool, Rating
from sixth.server.features.ratings.tables import person_ratings, quick_tables
from sixth.server.store.people_schema import people, person_seats
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import Part


class QuickTable(NamedTuple):
    """A table that waits for players until bots take its free seats `bots_at` (ms since 1970, UTC)."""

    table_id: str
    bots_at: int


class RatedSitter(NamedTuple):
    """A person at a table, and the rating that they have in its pool."""

    person_id: str
    rating: Rating


class QuickRows(Part):
    """The tables of rated quick games that have not begun."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    def all(self) -> Sequence[QuickTable]:
        """Return all tables, the one that bots come to first at the beginning."""
        query = select(quick_tables).order_by(quick_tables.c.bots_at, quick_tables.c.table_id)
        return [QuickTable(*row) for row in self._read(lambda connection: connection.execute(query).all())]

    def bots_at(self, table_id: str) -> int | None:
        """Return when bots come to a table, None if it is not one of these."""
        query = select(quick_tables.c.bots_at).where(quick_tables.c.table_id == table_id)
        return self._read(lambda connection: connection.scalar(query))  # type: ignore[no-any-return]

    def waiting(self, person_id: str, now: int) -> Sequence[str]:
        """Return the tables to which bots come after `now`, but none with a block between people there.

        `person_id` is the person who looks for a table.
        """
        return self._read(lambda connection: _waiting(connection, person_id, now))  # type: ignore[no-any-return]

    def offer(self, table: QuickTable, person_id: str, now: int, known: Collection[str]) -> Sequence[str]:
        """Have a table of a person wait for players, unless others than the `known` ones do; return those.

        Of two people who offer tables at the same time the second one finds the first one's table.
        """

        def write(connection: Connection) -> Sequence[str]:
            if connection.dialect.name == "postgresql":
                # SQLite has one writer anyway.
                connection.execute(text("LOCK TABLE quick_tables IN SHARE ROW EXCLUSIVE MODE"))
            others = [each for each in _waiting(connection, person_id, now) if each not in known]
            if not others:
                connection.execute(insert(quick_tables).values(**table._asdict()))
            return others

        return self._writer.submit("quick", write).result()

    def remove(self, table_id: str) -> None:
        """Have a table wait no longer."""
        this = delete(quick_tables).where(quick_tables.c.table_id == table_id)
        self._writer.submit("quick", lambda connection: connection.execute(this)).result()

    def people_at(self, table_id: str, pool: Pool) -> Mapping[str, RatedSitter]:
        """Return the people with names at a table, by the hashes of their tokens."""
        rated = and_(person_ratings.c.alias == people.c.alias, person_ratings.c.pool == pool)
        columns = (person_ratings.c.mu, person_ratings.c.sigma, person_ratings.c.games)
        query = (
            select(person_seats.c.proof, person_seats.c.person_id, *columns)
            .join(people, people.c.person_id == person_seats.c.person_id)
            .outerjoin(person_ratings, rated)
            .where(person_seats.c.table_id == table_id, people.c.name != "")
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return {
            row.proof: RatedSitter(
                row.person_id, Rating() if row.mu is None else Rating(row.mu, row.sigma, row.games)
            )
            for row in rows
        }


def _waiting(connection: Connection, person_id: str, now: int) -> Sequence[str]:
    query = (
        select(quick_tables.c.table_id)
        .where(quick_tables.c.bots_at > now, quick_tables.c.table_id.not_in(tables_with_blocks(person_id)))
        .order_by(quick_tables.c.bots_at, quick_tables.c.table_id)
    )
    rows: Any = connection.execute(query)
    return list(rows.scalars().all())
