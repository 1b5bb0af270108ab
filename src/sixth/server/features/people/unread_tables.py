"""The tables whose ended games a background loop has yet to read."""

from collections.abc import Awaitable, Callable, Collection
from typing import Final

GAMES_AT_ONCE: Final = 20
"""Games that one reading takes at most."""

ReadGames = Callable[[Collection[str] | None], Awaitable[int]]
"""Reads some ended games, at these tables or (None) at all, and returns how many."""


class UnreadTables:
    """The tables where games have ended in this process; at first all, as games may have ended before."""

    def __init__(self) -> None:
        self._all, self._ended = True, set[str]()

    def add(self, *tables: str) -> None:
        """Add tables where a game has ended."""
        self._ended.update(tables)

    def add_all(self) -> None:
        """Add all tables."""
        self._all = True

    async def read(self, read_games: ReadGames) -> bool:
        """Read some games, if there are any to read; return whether there may be more."""
        if self._all or self._ended:
            tables = None if self._all else self._ended
            # Should this fail, all tables are looked at.
            self._all, self._ended = True, set()
            self._all = await read_games(tables) == GAMES_AT_ONCE
        return self._all
