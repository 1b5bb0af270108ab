"""Who must hear that a table moved. Only the table's name travels; listeners read the log again."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal

Role = Literal["player", "watcher", "screen"]


class Moved(asyncio.Event):
    """Set when a table has moved; `since` is when that was, if nobody has heard of it since."""

    since: float | None = None

    def set(self) -> None:
        """The table has moved."""
        if self.since is None:
            self.since = monotonic()
        super().set()

    def clear(self) -> None:
        """It was heard."""
        self.since = None
        super().clear()


class Live:
    """News within one process: a listener waits on an event of its own, `notify` sets them all.

    What other processes are to hear of it, or have told, comes in by the three functions it is given.
    """

    def __init__(self) -> None:
        self._listeners: defaultdict[str, dict[Moved, Role]] = defaultdict(dict)
        self.closed = False
        self.open = 0
        """How many listen, at all tables."""
        self.tell_moved: Callable[[str], object] = lambda table: None
        """Has other processes hear that a table moved, where the store does not."""
        self.tell_watchers: Callable[[str], object] = lambda table: None
        """Has them hear that somebody came to watch here, or went."""
        self.elsewhere: Callable[[str], int] = lambda table: 0
        """How many watch a table in other processes."""

    @contextmanager
    def listening(self, table: str, role: Role = "player") -> Iterator[Moved]:
        """An event that is set whenever the table has moved, until the context ends.

        Those of screens are set also when somebody comes to watch, or goes.
        """
        moved = Moved()
        self._listeners[table][moved] = role
        self.open += 1
        self._came_or_went(table, role)
        try:
            yield moved
        finally:
            self.open -= 1
            del self._listeners[table][moved]
            if not self._listeners[table]:
                del self._listeners[table]
            self._came_or_went(table, role)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables to which somebody listens."""
        return tuple(self._listeners)

    def watchers(self, table: str) -> int:
        """How many watch this table, beside those who play and the screens that all look at."""
        return self.watchers_here(table) + self.elsewhere(table)

    def watchers_here(self, table: str) -> int:
        """How many of them do in this process."""
        return sum(role == "watcher" for role in self._listeners.get(table, {}).values())

    def _came_or_went(self, table: str, role: Role) -> None:
        if role == "watcher":
            self.notify_screens(table)
            self.tell_watchers(table)

    def moved(self, table: str) -> None:
        """Tell everybody, in all processes, that this table has moved."""
        self.notify(table)
        self.tell_moved(table)

    def notify(self, table: str) -> None:
        """Tell everybody who listens to this table."""
        for moved in self._listeners.get(table, ()):
            moved.set()

    def notify_screens(self, table: str) -> None:
        """Tell the big screens that show this table."""
        for moved, whose in self._listeners.get(table, {}).items():
            if whose == "screen":
                moved.set()

    def notify_all(self) -> None:
        """Tell everybody that their table may have moved."""
        for table in self.tables:
            self.notify(table)

    def close(self) -> None:
        """Wake everybody a last time, so that streams can end."""
        self.closed = True
        self.notify_all()
