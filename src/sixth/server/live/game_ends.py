"""The loop that passes ended games to the features, each once and in order."""

import asyncio
from typing import Final

from sixth.server.core.background import Background
from sixth.server.store.game_ends import GameEnds, KeepEnds
from sixth.server.table.state import Table

_INTERVAL_S: Final = 5.0
"""Seconds between two looks for games that have ended in other processes, or before the start of this one."""


class GameEndReader(Background):
    """The loop, in every process: it passes the games that are still to read to `keep`."""

    def __init__(self, ends: GameEnds, keep: KeepEnds) -> None:
        self._ends, self._keep, self._wake = ends, keep, asyncio.Event()

    def note_move(self, before: Table, after: Table) -> None:
        """Read at once the game of a table that has ended."""
        if before.playing and not after.playing:
            self._wake.set()

    async def _once(self) -> float | None:
        return 0.0 if await asyncio.to_thread(self._ends.read, self._keep) else None

    async def _run(self) -> None:
        await self._repeat(
            _INTERVAL_S,
            self._once,
            late="Ended games are read later",
            fault="Ended games cannot be read",
            wake=self._wake,
        )
