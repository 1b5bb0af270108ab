"""The games that have ended and that the features have yet to read, each written with its last event."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection, delete, select

from sixth.server.store.schema import game_ends, insert_new
from sixth.server.store.writer import Part
from sixth.server.table.game_end import GameEnd, dumps_end, loads_end

KeepEnds = Callable[[Connection, Sequence[GameEnd]], None]
"""Writes what is kept of ended games, in the transaction of the connection; may be called again."""

AT_ONCE: Final = 20
"""Games that one transaction reads."""


class GameEnds(Part):
    """The ended games to read, in the database of the logs."""

    def read(self, keep: KeepEnds) -> bool:
        """Pass the next games to `keep`, oldest first, each once; return whether there may be more.

        What `keep` writes is committed together with the deletion of their rows, or not at all.
        """
        some = select(game_ends.c.game_id).limit(1)
        if self._read(lambda connection: connection.execute(some).first()) is None:
            return False
        return self._writer.submit("game ends", partial(_take, keep=keep)).result() == AT_ONCE


def write(connection: Connection, ends: Iterable[GameEnd], ended_at: str) -> None:
    """Write the games that have ended, in the transaction that writes their last events."""
    for end in ends:
        values = {"game_id": end.game_id, "table_id": end.table_id, "ended_at": ended_at}
        insert_new(connection, game_ends, **values, body=dumps_end(end))


def _take(connection: Connection, keep: KeepEnds) -> int:
    # Another process waits here for the end of this transaction, and finds the rows after these.
    query = select(game_ends).order_by(game_ends.c.ended_at, game_ends.c.game_id).limit(AT_ONCE)
    rows = connection.execute(query.with_for_update()).all()
    if rows:
        keep(connection, [loads_end(row.body, row.ended_at) for row in rows])
        read = game_ends.c.game_id.in_([row.game_id for row in rows])
        connection.execute(delete(game_ends).where(read))
    return len(rows)
