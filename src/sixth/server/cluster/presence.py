"""The presence of people in the other processes of a site, as these report it.

Processes repeat the numbers of their watchers, and the seats that people look from at tables with days for a
turn, so that the numbers of a process that died soon expire.
"""

from collections.abc import Collection
from time import monotonic
from typing import Final

REPEAT_S: Final = 10.0
"""Seconds until a process repeats its presence."""

_EXPIRY_S: Final = 3 * REPEAT_S
"""Seconds for which the presence of another process counts."""


class Presence:
    """The watchers of tables in other processes, and the seats that people look from, by recent messages."""

    def __init__(self) -> None:
        self._watchers: dict[str, dict[str, tuple[int, float]]] = {}
        self._seats: dict[tuple[str, str], tuple[frozenset[int], float]] = {}

    def watchers(self, table: str) -> int:
        """Return the number of watchers of a table."""
        since = monotonic() - _EXPIRY_S
        return sum(count for count, at in self._watchers.get(table, {}).values() if at > since)

    def seats(self, table: str) -> frozenset[int]:
        """Return the seats that people look at a table from."""
        since = monotonic() - _EXPIRY_S
        recent = (seats for (each, _), (seats, at) in self._seats.items() if each == table and at > since)
        return frozenset().union(*recent)

    def note_watchers(self, table: str, process: str, count: int) -> bool:
        """Note the watchers of a table in a process; return whether that changes their number."""
        before = self.watchers(table)
        self._watchers.setdefault(table, {})[process] = count, monotonic()
        return self.watchers(table) != before

    def note_seats(self, table: str, process: str, seats: Collection[int]) -> None:
        """Note the seats that people look at a table from in a process."""
        self._seats[table, process] = frozenset(seats), monotonic()

    def expire(self) -> list[str]:
        """Drop what expired; return the tables that may have another number of watchers now."""
        since, changed = monotonic() - _EXPIRY_S, []
        self._seats = {key: (seats, at) for key, (seats, at) in self._seats.items() if seats and at > since}
        for table, counts in list(self._watchers.items()):
            recent = {by: (count, at) for by, (count, at) in counts.items() if count and at > since}
            if recent != counts:
                self._watchers[table] = recent
                changed.append(table)
            if not recent:
                del self._watchers[table]
        return changed
