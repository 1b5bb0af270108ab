"""What goes on beside the invitations: who is still here, who is forgotten, and how bots have fared."""

import asyncio
import logging
from functools import partial
from time import monotonic
from typing import Final

from sixth.server.core.background import Background
from sixth.server.service.ended.game import Games
from sixth.server.service.outside.site import HERE, HERE_MS, Outside
from sixth.server.store.outside import Uncounted
from sixth.server.store.sql import SqlStore
from sixth.server.table.outside.fares import Fares, fares_in

_LOOK_S: Final = 5.0
"""Seconds after which it is looked again who is here, and whether a game is over."""

_PAUSE_S: Final = 0.2

_COUNT_MS: Final = 4_000
_FORGET_MS: Final = 60 * 60 * 1000

_GAMES_AT_ONCE: Final = 20

_LOG: Final = logging.getLogger(__name__)


class Upkeep(Background):
    """Has this process know which bots are here, and one of all processes count the games that are over."""

    def __init__(self, store: SqlStore, outside: Outside) -> None:
        self._store, self._outside, self._tables = store, outside, outside.tables
        self._due = 0.0

    async def once(self) -> None:
        """Do once what goes on.

        Raises:
            UnavailableError: the database does not answer.
        """
        now, outside = self._tables.now(), self._outside
        if outside.streams:
            streams = tuple(outside.streams)
            await asyncio.to_thread(outside.store.stay, streams, now=now, until=now + HERE_MS)
        if await asyncio.to_thread(self._store.chores.claim, "outside games", now, _COUNT_MS):
            await self.count()
        if await asyncio.to_thread(self._store.chores.claim, "outside forgotten", now, _FORGET_MS):
            await asyncio.to_thread(outside.store.forget, now)

    async def count(self) -> None:
        """Count games that are over and not counted yet; what a crash has left is found here, too."""
        for game in await asyncio.to_thread(self._outside.store.uncounted, _GAMES_AT_ONCE):
            fared = await self._tables.archive.read(partial(_fared, game=game))
            await asyncio.to_thread(self._outside.store.count, game, fared)
        await asyncio.to_thread(self._outside.store.settle)

    async def _run(self) -> None:
        moved = asyncio.Event()
        with self._tables.pubsub.listening(HERE, moved):
            await self._repeat(
                _LOOK_S,
                self._look,
                late="Bots from outside are looked after later",
                fault="Bots from outside cannot be looked after",
                wake=moved,
                # However often bots come and go.
                pause_s=_PAUSE_S,
            )

    async def _look(self) -> float:
        """See who is here, and what is due; return for how many seconds nothing is."""
        if monotonic() >= self._due:
            self._due = monotonic() + _LOOK_S
            await self.once()
        self._tables.outside_bots = await self._outside.here()
        return max(0.0, self._due - monotonic())


def _fared(games: Games, *, game: Uncounted) -> Fares:
    return fares_in(game.table, games.load(game.table), game.game, game.proof)
