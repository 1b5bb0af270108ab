"""Rows of the daily deals in the database: the chain, and the tries of each day.

The result of a try is that of its game, never from a browser.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from sixth.server.features.daily.chain import SEAT
from sixth.server.features.daily.tables import daily_chain, daily_tries
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.people_schema import person_seats
from sixth.server.store.schema import insert_new, log
from sixth.server.store.writer import StoreRows


class ChainRow(NamedTuple):
    """The stored chain: its first day, and the secret of its last day in hexadecimal."""

    begins: str
    last: str


class DailyRows(StoreRows):
    """The chain of a site and the tries of each day."""

    def chain(self, new: ChainRow) -> ChainRow:
        """Return the chain of this site, after storing `new` if there was none."""
        query = select(daily_chain.c.begins, daily_chain.c.last)

        def find(connection: Connection) -> ChainRow | None:
            row = connection.execute(query).first()
            return row and ChainRow(row.begins, row.last)

        row: ChainRow | None = self._read(find)
        if row is None:
            values = {"number": 1, **new._asdict()}
            self._writer.submit("", lambda connection: insert_new(connection, daily_chain, **values)).result()
            row = self._read(find)
        assert row is not None
        return row

    def begin(self, table: str, day: str, network: str, most: int | None) -> bool:
        """Store a try from a network, unless it is stored already; return whether it counts.

        Up to `most` tries of one network count on a day, or all if `most` is None. The networks of earlier
        days are deleted.
        """

        def add(connection: Connection) -> bool:
            today = select(func.count()).select_from(daily_tries).where(daily_tries.c.day == day)
            if not connection.scalar(today):
                connection.execute(update(daily_tries).where(daily_tries.c.day != day).values(network=""))
            here = today.where(daily_tries.c.network == network, daily_tries.c.counted)
            counted = most is None or (connection.scalar(here) or 0) < most
            row = {"table_id": table, "day": day, "network": network, "counted": counted}
            insert_new(connection, daily_tries, **row)
            return counted

        return self._writer.submit(day, add).result()

    def counts(self, day: str, but: str = "") -> Mapping[int, int]:
        """Return how many counted tries of a day ended with each number of heads, the fewest heads first.

        That at the table `but` is not among them.
        """
        query = (
            select(daily_tries.c.heads, func.count())
            .where(daily_tries.c.day == day, daily_tries.c.counted, daily_tries.c.heads.is_not(None))
            .where(daily_tries.c.table_id != but)
            .group_by(daily_tries.c.heads)
            .order_by(daily_tries.c.heads)
        )
        return dict(self._read(lambda connection: [tuple(row) for row in connection.execute(query)]))

    def heads_at(self, tables: Collection[str]) -> Mapping[str, int]:
        """Return by day the heads of the first try at these tables, if it is finished.

        A person who has become another may have two tries of a day, the second with known cards.
        """
        query = (
            select(daily_tries.c.day, daily_tries.c.heads)
            .join(log, (log.c.table_id == daily_tries.c.table_id) & (log.c.version == 1))
            .where(daily_tries.c.table_id.in_(tables))
            .order_by(log.c.at.desc())
        )
        rows = self._read(lambda connection: [tuple(row) for row in connection.execute(query)])
        return {day: heads for day, heads in dict(rows).items() if heads is not None}

    def days_of(self, person_id: str) -> Collection[str]:
        """Return the days of the finished tries of a person."""
        query = (
            select(daily_tries.c.day)
            .join(person_seats, person_seats.c.table_id == daily_tries.c.table_id)
            .where(person_seats.c.person_id == person_id, daily_tries.c.heads.is_not(None))
        )
        days: Collection[str] = self._read(lambda connection: connection.execute(query).scalars().all())
        return days

    def counted(self, table: str) -> bool:
        """Return whether the try at this table counts."""
        query = select(daily_tries.c.counted).where(daily_tries.c.table_id == table)
        return bool(self._read(lambda connection: connection.scalar(query)))


def keep_heads(connection: Connection, ends: Sequence[GameEnd]) -> None:
    """Keep the heads of the finished tries among these games."""
    for end in ends:
        if end.daily:
            this = update(daily_tries).where(daily_tries.c.table_id == end.table_id)
            connection.execute(this.values(heads=end.seats[SEAT].heads))
