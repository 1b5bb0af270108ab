"""The ratings of a site."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from sixth.server.features.ratings.rating import GAMES_OF_FAMILY, Pool, Rating
from sixth.server.features.ratings.rows import RatedPerson, RatingRows
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore

_MAX_ON_BOARD: Final = 100


class Ratings:
    """The ratings of a site; a game changes them seconds after its end."""

    def __init__(self, store: SqlStore, tables: Tables) -> None:
        self._rows, self._now, self._families = RatingRows(store), tables.now, set[str]()

    async def of_person(self, person_id: str) -> Mapping[str, Rating]:
        """Return the ratings of a person, by pool and by named game, where they have one."""
        return await asyncio.to_thread(self._rows.of_person, person_id)

    async def is_on_board(self, person_id: str) -> bool:
        """Return whether a person wants to be on the board."""
        return await asyncio.to_thread(self._rows.is_on_board, person_id)

    async def put_on_board(self, person_id: str, *, wished: bool) -> None:
        """Have a person who keeps a name on the board, or not."""
        await asyncio.to_thread(self._rows.put_on_board, person_id, wished=wished)

    async def board(self, pool: Pool) -> Sequence[RatedPerson]:
        """Return the best people on the board of a pool, the best first."""
        return await asyncio.to_thread(self._rows.board, pool, self._now(), _MAX_ON_BOARD)

    async def has_family(self, game: str) -> bool:
        """Return whether the site has enough rated games of a named game to show its ratings."""
        if game not in self._families and await asyncio.to_thread(
            self._rows.has_games, game, GAMES_OF_FAMILY
        ):
            self._families.add(game)
        return game in self._families
