"""The ratings of a site."""

import asyncio
from collections.abc import Mapping

from sixth.server.features.ratings.rating import Pool, Rating
from sixth.server.features.ratings.rows import RatingRows
from sixth.server.features.ratings.upkeep import Upkeep
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Table


class Ratings:
    """The ratings of a site; a game changes them seconds after its end."""

    def __init__(self, store: SqlStore, tables: Tables) -> None:
        self._rows = RatingRows(store)
        self._upkeep = Upkeep(self._rows, store.chores, tables)

    def start(self) -> None:
        """Start the loop that reads the ends of games."""
        self._upkeep.start()

    async def close(self) -> None:
        """Stop the loop."""
        await self._upkeep.close()

    def note_move(self, before: Table, after: Table) -> None:
        """Wake the loop for a rated table once its game is over."""
        if after.config.rated and before.playing and not after.playing:
            self._upkeep.wake(after.id)

    async def of_person(self, person_id: str) -> Mapping[Pool, Rating]:
        """Return the ratings of a person in the pools where they have one."""
        return await asyncio.to_thread(self._rows.of_person, person_id)
