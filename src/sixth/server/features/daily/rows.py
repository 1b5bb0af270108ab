"""The chain of the daily deals, and who has tried which, beside the logs in the same database.

What somebody got is read from the log of their table once their game is over: it is never told by a browser.
"""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from sixth.rules.codec import loads
from sixth.server.store.schema import daily_chain, daily_tries, games, insert_new, log
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import Part

_ENDED = '{"event":"game_ended"%'


class ChainRow(NamedTuple):
    """The chain as it is kept: its first day, and the secret of its last in hexadecimal."""

    begins: str
    last: str


class Rows(Part):
    """The chain, made once for a site, and the tries of each day."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    def chain(self, new: ChainRow) -> ChainRow:
        """Return the chain of this site, which is the `new` one if it had none."""
        wanted = select(daily_chain.c.begins, daily_chain.c.last)

        def find(connection: Connection) -> ChainRow | None:
            row = connection.execute(wanted).first()
            return row and ChainRow(row.begins, row.last)

        known: ChainRow | None = self._read(find)
        if known is None:
            row = {"number": 1, **new._asdict()}
            self._writer.submit("", lambda connection: insert_new(connection, daily_chain, **row)).result()
            known = self._read(find)
        assert known is not None
        return known

    def begin(self, table: str, day: str, network: str, most: int | None) -> bool:
        """Note a try from a network, once however often; returns whether it counts.

        `most` tries of one network do on a day, or all of them where it is None. Where people of earlier days
        came from is forgotten.
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

    def counts(self, day: str) -> Mapping[int, int]:
        """Return how many of those who are compared got how many heads on a day, the fewest heads first."""
        waiting = self._read(lambda connection: _results(connection, day))
        if waiting:
            self._writer.submit(day, lambda connection: _settle(connection, day)).result()
        wanted = (
            select(daily_tries.c.heads, func.count())
            .where(daily_tries.c.day == day, daily_tries.c.counted, daily_tries.c.heads.is_not(None))
            .group_by(daily_tries.c.heads)
            .order_by(daily_tries.c.heads)
        )
        return dict(self._read(lambda connection: [tuple(row) for row in connection.execute(wanted)]))

    def counted(self, table: str) -> bool:
        """Return whether what is played at this table is compared with others."""
        wanted = select(daily_tries.c.counted).where(daily_tries.c.table_id == table)
        return bool(self._read(lambda connection: connection.scalar(wanted)))


def _results(connection: Connection, day: str) -> dict[str, int]:
    """The heads of those whose game is over and who have not been looked at since, by table."""
    over = select(games.c.table_id).where(games.c.table_id == daily_tries.c.table_id, games.c.over)
    wanted = (
        select(daily_tries.c.table_id, log.c.happening)
        .join(log, log.c.table_id == daily_tries.c.table_id)
        .where(daily_tries.c.day == day, daily_tries.c.heads.is_(None), over.exists())
        .where(log.c.happening.like(_ENDED))
    )
    return {table: loads(ended)["totals"][0] for table, ended in connection.execute(wanted)}


def _settle(connection: Connection, day: str) -> None:
    for table, heads in _results(connection, day).items():
        connection.execute(update(daily_tries).where(daily_tries.c.table_id == table).values(heads=heads))
