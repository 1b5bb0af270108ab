"""Rows of the games that people have brought along from other sites."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection, delete, func, select

from sixth.server.features.people.person import GameTotals, PersonGame
from sixth.server.store.people_schema import lock_people, person_elsewhere, person_games
from sixth.server.store.schema import games as games_here, insert_all_new
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import Part

MAX_GAMES: Final = 5_000
"""Games from other sites that one person may have here."""

_AT_ONCE: Final = 250
"""Games that are written at once, so that the games that go on here do not wait."""


class TooManyGamesError(Exception):
    """The person would have more than `MAX_GAMES` games from other sites."""


class ElsewhereRows(Part):
    """The games from other sites of the people of a site."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    def add(self, person_id: str, games: Sequence[PersonGame]) -> int:
        """Add games of a person; return how many are new.

        Games of this site, and those that were added before, are not.

        Raises:
            TooManyGamesError: the person would have too many, so none was added.
        """
        seats = {(each.game_id, each.seat) for each in (*self.of_person(person_id), *games)}
        if len(seats) > MAX_GAMES:
            raise TooManyGamesError
        added = 0
        for at in range(0, len(games), _AT_ONCE):
            write = partial(_add, person_id=person_id, games=games[at : at + _AT_ONCE])
            added += self._writer.submit(person_id, write).result()
        return added

    def remove(self, person_id: str) -> None:
        """Delete all games of a person from other sites."""
        same = person_elsewhere.c.person_id == person_id
        change = delete(person_elsewhere).where(same)
        self._writer.submit(person_id, lambda connection: connection.execute(change)).result()

    def of_person(self, person_id: str) -> Sequence[PersonGame]:
        """Return the games of a person from other sites, oldest first."""
        columns = [person_elsewhere.c[name] for name in PersonGame._fields]
        same = person_elsewhere.c.person_id == person_id
        query = select(*columns).where(same).order_by(person_elsewhere.c.began_at, person_elsewhere.c.game_id)
        return [PersonGame(*row) for row in self._read(lambda connection: connection.execute(query).all())]

    def totals(self, person_id: str) -> Sequence[GameTotals]:
        """Return the results of a person on other sites by named game, the one played most often first."""
        columns, count = person_elsewhere.c, func.count()
        sums = [func.sum(each) for each in (columns.rounds, columns.heads, columns.place)]
        query = (
            select(columns.game, count, func.count().filter(columns.place == 1), *sums)
            .where(columns.person_id == person_id)
            .group_by(columns.game)
            .order_by(count.desc(), columns.game)
        )
        return [GameTotals(*row) for row in self._read(lambda connection: connection.execute(query).all())]


def _add(connection: Connection, person_id: str, games: Sequence[PersonGame]) -> int:
    if not lock_people(connection, (person_id,)):
        return 0
    before, known = _count(connection, person_id), set[str]()
    for table in (person_games, games_here):
        query = select(table.c.game_id).where(table.c.game_id.in_([each.game_id for each in games]))
        known.update(connection.execute(query).scalars())
    rows = [{"person_id": person_id, **each._asdict()} for each in games if each.game_id not in known]
    insert_all_new(connection, person_elsewhere, rows)
    after = _count(connection, person_id)
    if after > MAX_GAMES:
        raise TooManyGamesError
    return after - before


def _count(connection: Connection, person_id: str) -> int:
    same = person_elsewhere.c.person_id == person_id
    return connection.scalar(select(func.count()).select_from(person_elsewhere).where(same)) or 0
