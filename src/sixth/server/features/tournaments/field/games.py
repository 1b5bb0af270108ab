"""The games of a round of a duplicate, as far as the players in a seat are compared."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final
from weakref import WeakValueDictionary

from sixth.server.features.tournaments.field.choices import SeatGame, choices_by_seat
from sixth.server.features.tournaments.field.comparison import GamesByTable
from sixth.server.live.archive import Archive
from sixth.tournaments.state import Round

_MAX_GAMES: Final = 2_000
"""Games in memory, of one round at least."""

_Ids = tuple[str, ...]


class FieldGames:
    """What the seats did in the games of rounds that all tables have played; the last rounds are kept."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._kept: OrderedDict[_Ids, GamesByTable] = OrderedDict()
        self._locks: WeakValueDictionary[_Ids, asyncio.Lock] = WeakValueDictionary()

    async def of(self, round: Round, tables: Sequence[int]) -> GamesByTable:
        """Return what the seats did at these tables of a round, without games that are no longer there."""
        ids = tuple([round.played[number] for number in tables])
        async with self._locks.setdefault(ids, asyncio.Lock()):
            known = self._kept.get(ids)
            if known is None:
                games = {number: await self._game(round.played[number]) for number in tables}
                known = self._kept[ids] = {number: each for number, each in games.items() if each}
            self._kept.move_to_end(ids)
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > _MAX_GAMES:
                self._kept.popitem(last=False)
            return known

    async def _game(self, game_id: str) -> Sequence[SeatGame]:
        # One by one, so that others who look at a game need not wait for all of them.
        game = await self._archive.find(game_id)
        return () if game is None else await self._archive.do(choices_by_seat, game)
