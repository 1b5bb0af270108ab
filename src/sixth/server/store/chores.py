"""Chores of the whole site, each of which one of its processes does once in a while."""

from typing import Final

from sqlalchemy import Connection, update

from sixth.server.store.schema import chores, insert_new
from sixth.server.store.writer import StoreRows

_NEVER: Final = 0


class Chores(StoreRows):
    """The time of each chore's last run, in the database of the logs."""

    def claim(self, chore: str, now: int, every: int) -> bool:
        """Claim a chore that is due `every` so many milliseconds; return whether the caller must do it."""
        done_at = chores.c.done_at
        # A time in the future means that the clock was set back, so the chore is due.
        due = (done_at <= now - every) | (done_at > now)

        def take(connection: Connection) -> bool:
            insert_new(connection, chores, chore=chore, done_at=_NEVER)
            statement = update(chores).where(chores.c.chore == chore, due).values(done_at=now)
            return connection.execute(statement).rowcount == 1

        return self._writer.submit(chore, take).result()
