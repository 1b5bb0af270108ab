"""What is done once in a while for the whole site, by whichever of its processes comes first."""

from typing import Final

from sqlalchemy import Connection, update

from sixth.server.store.schema import chores, insert_new
from sixth.server.store.writer import Part

_NEVER: Final = 0


class Chores(Part):
    """When each was done last, beside the logs in the same database."""

    def claim(self, chore: str, now: int, every: int) -> bool:
        """Claim a chore that is due `every` so many milliseconds; returns whether the caller is to do it."""
        done_at = chores.c.done_at
        # A clock that was set back is no reason to wait until that time comes again.
        due = (done_at <= now - every) | (done_at > now)

        def take(connection: Connection) -> bool:
            insert_new(connection, chores, chore=chore, done_at=_NEVER)
            taken = update(chores).where(chores.c.chore == chore, due).values(done_at=now)
            return connection.execute(taken).rowcount == 1

        return self._writer.submit(chore, take).result()
