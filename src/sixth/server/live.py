"""Who must hear that a table moved. Only the table's name travels; listeners read the log again."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, Protocol

Role = Literal["player", "watcher", "screen"]


class Listener(Protocol):
    """Whoever is to be told that a table has moved, an `asyncio.Event` for one."""

    def set(self) -> None:
        """The table has moved."""


class Live:
    """News within one process: `notify` sets all who listen to a table.

    What other processes are to hear of it, or have told, comes in by the three functions it is given.
    """

    def __init__(self) -> None:
        self._listeners: defaultdict[str, dict[Listener, Role]] = defaultdict(dict)
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
    def listening(self, table: str, listener: Listener, role: Role = "player") -> Iterator[None]:
        """Have `listener` set whenever the table has moved, until the context ends.

        Those of screens are set also when somebody comes to watch, or goes.
        """
        self._listeners[table][listener] = role
        self.open += 1
        self._came_or_went(table, role)
        try:
            yield
        finally:
            self.open -= 1
            del self._listeners[table][listener]
            if not self._listeners[table]:
                del self._listeners[table]
            self._came_or_went(table, role)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables to which somebody listens."""
        return tuple(self._listeners)

    def heard(self, table: str) -> bool:
        """Whether somebody listens to this table."""
        return table in self._listeners

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
        for listener in self._listeners.get(table, ()):
            listener.set()

    def notify_screens(self, table: str) -> None:
        """Tell the big screens that show this table."""
        for listener, whose in self._listeners.get(table, {}).items():
            if whose == "screen":
                listener.set()

    def notify_all(self) -> None:
        """Tell everybody that their table may have moved."""
        for table in self.tables:
            self.notify(table)

    def close(self) -> None:
        """Wake everybody a last time, so that streams can end."""
        self.closed = True
        self.notify_all()
