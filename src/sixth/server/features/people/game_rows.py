"""Rows of the games of people: their results, and names to erase from logs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sqlalchemy import Connection, case, delete, exists, func, select, update

from sixth.server.features.people.person import Opponent, PersonGame
from sixth.server.features.people.tables import erased_tables, person_games, person_ties
from sixth.server.store.people_schema import people, person_seats
from sixth.server.store.schema import games, insert_new, log
from sixth.server.store.writer import StoreRows
from sixth.server.table.codec import dumps_event, loads_event
from sixth.server.table.events import Claimed, Sat
from sixth.server.table.identity import SOMEBODY

_ERASED_MS: Final = 24 * 60 * 60 * 1000
"""Milliseconds for which processes can learn that a table has to be read again."""


class ErasedSeat(NamedTuple):
    """A seat whose person is deleted: its table and the hash of its token."""

    table_id: str
    proof: str


class GameRows(StoreRows):
    """The games of the people of a site."""

    # -------------------------------------------------------------- results

    def of_person(self, person_id: str) -> Sequence[PersonGame]:
        """Return the games of a person, oldest first."""
        columns = [person_games.c[name] for name in PersonGame._fields]
        query = (
            select(*columns).where(person_games.c.person_id == person_id).order_by(person_games.c.began_at)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [PersonGame(*row) for row in rows]

    def has_played_elsewhere(self, person_id: str, table_id: str) -> bool:
        """Return whether a person has a result of a game that was not at this table."""
        here = select(games.c.game_id).where(games.c.table_id == table_id)
        query = select(person_games.c.game_id).where(
            person_games.c.person_id == person_id, person_games.c.game_id.not_in(here)
        )
        return self._read(lambda connection: connection.execute(query.limit(1)).first()) is not None

    def tables(self, person_id: str) -> Sequence[str]:
        """Return the tables where a person has had a seat, as long as their logs are there."""
        query = select(person_seats.c.table_id).where(person_seats.c.person_id == person_id)
        return list(self._read(lambda connection: connection.execute(query).scalars().all()))

    def names(self, person_id: str) -> Mapping[str, int]:
        """Return the names that a person has had at tables, each with the number of results under it."""
        named = (person_games.c.person_id == person_id) & (person_games.c.name != "")
        query = select(person_games.c.name, func.count()).where(named).group_by(person_games.c.name)
        return dict(self._read(lambda connection: [tuple(row) for row in connection.execute(query)]))

    def opponents(self, person_id: str, most: int) -> Sequence[Opponent]:
        """Return up to `most` people who keep names and have met a person, those met most often first.

        Nobody is among them who has blocked the person or whom the person has blocked.
        """
        own, other = person_games.alias("own"), person_games.alias("other")
        ties = person_ties.c
        has_blocked = exists().where(
            ((ties.person_id == person_id) & (ties.other_id == people.c.person_id))
            | ((ties.person_id == people.c.person_id) & (ties.other_id == person_id)),
            ties.kind == "blocked",
        )
        friend = exists().where(
            ties.person_id == person_id, ties.other_id == people.c.person_id, ties.kind == "friend"
        )
        name = case((friend, people.c.name), else_=other.c.name)
        mark, games_met = case((friend, people.c.mark)), func.count().label("games_met")
        query = (
            select(
                name.label("name"),
                mark.label("mark"),
                games_met,
                func.sum(case((own.c.place < other.c.place, 1), else_=0)),
                func.sum(case((own.c.place > other.c.place, 1), else_=0)),
            )
            .join(other, (own.c.game_id == other.c.game_id) & (own.c.person_id != other.c.person_id))
            .join(people, people.c.person_id == other.c.person_id)
            .where(own.c.person_id == person_id, people.c.name != "", name != "", ~has_blocked)
            # Somebody who has played under two names is two people, unless they are a friend.
            .group_by(people.c.person_id, name, mark)
            .order_by(games_met.desc(), name)
            .limit(most)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [Opponent(name, mark, met, int(better), int(worse)) for name, mark, met, better, worse in rows]

    # -------------------------------------------------------------- names to erase

    def erased_seats(self, most: int) -> Sequence[ErasedSeat]:
        """Return up to `most` seats of people who are deleted."""
        query = select(person_seats.c.table_id, person_seats.c.proof)
        query = query.where(person_seats.c.person_id.is_(None)).limit(most)
        rows = self._read(lambda connection: connection.execute(query).all())
        return [ErasedSeat(*row) for row in rows]

    def erase_name(self, seat: ErasedSeat, now: int) -> None:
        """Erase the name of a seat from the log of its table, and delete the row about it."""

        def write(connection: Connection) -> None:
            this_log = log.c.table_id == seat.table_id
            names_seat = log.c.happening.contains(seat.proof)
            rows = connection.execute(select(log.c.version, log.c.happening).where(this_log, names_seat))
            for version, body in rows.all():
                event = loads_event(body)
                if isinstance(event, Sat | Claimed) and event.token == seat.proof:
                    same = update(log).where(this_log, log.c.version == version)
                    nameless = dumps_event(replace(event, name=SOMEBODY))
                    connection.execute(same.values(happening=nameless))
            connection.execute(delete(erased_tables).where(erased_tables.c.table_id == seat.table_id))
            insert_new(connection, erased_tables, table_id=seat.table_id, at=now)
            this_seat = (person_seats.c.table_id == seat.table_id) & (person_seats.c.proof == seat.proof)
            connection.execute(delete(person_seats).where(this_seat))

        self._writer.submit(seat.table_id, write).result()

    def forget_erased(self, now: int) -> None:
        """Delete old notes of erased tables."""
        old = delete(erased_tables).where(erased_tables.c.at < now - _ERASED_MS)
        self._writer.submit("people", lambda connection: connection.execute(old)).result()

    def erased_since(self, at: int) -> Mapping[str, int]:
        """Return the tables from whose logs a name was erased at that time or later, each with the time.

        Times are milliseconds since 1970, UTC.
        """
        query = select(erased_tables.c.table_id, erased_tables.c.at).where(erased_tables.c.at >= at)
        return dict(self._read(lambda connection: [tuple(row) for row in connection.execute(query)]))
