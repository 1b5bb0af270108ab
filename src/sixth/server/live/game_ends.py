"""The loop that passes ended games to the features, each once and in order."""

import asyncio

from sixth.server.core.background import Background
from sixth.server.store.game_ends import GameEnds, KeepEnds
from sixth.server.table.state import Table


class GameEndReader(Background):
    """The loop, in every process: it passes the games that are still to read to `keep`."""

    interval_s = 5.0
    late, fault = "Ended games are read later", "Ended games cannot be read"

    def __init__(self, ends: GameEnds, keep: KeepEnds) -> None:
        self._ends, self._keep = ends, keep

    def note_move(self, before: Table, after: Table) -> None:
        """Read at once the game of a table that has ended."""
        if before.playing and not after.playing:
            self._wake.set()

    async def catch_up(self) -> None:
        """Pass on all games that have ended by now, for a page that shows what features keep of one."""
        try:
            while await self.once() is not None:
                pass
        except Exception:
            # The loop tries again, and logs why.
            self._wake.set()

    async def once(self) -> float | None:
        """Pass some games; those of other processes, and of the time before this one, are found in time."""
        return 0.0 if await asyncio.to_thread(self._ends.read, self._keep) else None
