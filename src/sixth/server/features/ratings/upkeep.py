"""The background loop of ratings: it reads the ends of rated games from their logs."""

import asyncio
from collections.abc import Collection
from functools import partial
from typing import Final

from sixth.server.core.background import Background
from sixth.server.features.people.unread_tables import GAMES_AT_ONCE, UnreadTables
from sixth.server.features.ratings.results import end_of_game
from sixth.server.features.ratings.rows import RatingRows
from sixth.server.live.tables import Tables
from sixth.server.store.chores import Chores

_INTERVAL_S: Final = 60.0
"""Seconds between two times that the loop wakes by itself."""

_HOUR_MS: Final = 60 * 60 * 1000
"""Milliseconds between two times that a process looks at the games of all tables."""


class Upkeep(Background):
    """The loop, in every process: it reads the games that ended there, and once an hour one reads all."""

    def __init__(self, rows: RatingRows, chores: Chores, tables: Tables) -> None:
        self._rows, self._chores, self._tables = rows, chores, tables
        self._wake, self._unread = asyncio.Event(), UnreadTables()

    def wake(self, ended: str) -> None:
        """Read at once the game of this table, which has ended in this process."""
        self._unread.add(ended)
        self._wake.set()

    async def once(self) -> float | None:
        """Do the work that is due, once; return the seconds until the next is, None for the usual time.

        Raises:
            UnavailableError: the database does not answer.
        """
        if await asyncio.to_thread(self._chores.claim, "ratings", self._tables.now(), _HOUR_MS):
            self._unread.add_all()
        return 0.0 if await self._unread.read(self.read_ends) else None

    async def read_ends(self, tables: Collection[str] | None) -> int:
        """Rate some games that are over and not rated yet, at these or all tables; return how many."""
        games, ends = await asyncio.to_thread(self._rows.unread, GAMES_AT_ONCE, tables), []
        for game in games:
            job = partial(end_of_game, table_id=game.table_id, game_id=game.game_id)
            ends.append((game, await self._tables.archive.run(job)))
        if ends:
            await asyncio.to_thread(self._rows.keep, ends)
        return len(games)

    async def _run(self) -> None:
        await self._repeat(
            _INTERVAL_S,
            self.once,
            late="Ratings are counted later",
            fault="Ratings cannot be counted",
            wake=self._wake,
        )
