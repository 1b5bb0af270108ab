"""Who must hear that a table moved. Only the table's name travels; listeners read the log again."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Live:
    """News within one process: a listener waits on an event of its own, `notify` sets them all."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closed = False

    @contextmanager
    def listening(self, table: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table has moved, until the context ends."""
        moved = asyncio.Event()
        self._listeners[table].add(moved)
        try:
            yield moved
        finally:
            self._listeners[table].discard(moved)
            if not self._listeners[table]:
                del self._listeners[table]

    def notify(self, table: str) -> None:
        """Tell everybody who listens to this table."""
        for moved in self._listeners.get(table, ()):
            moved.set()

    def notify_all(self) -> None:
        """Tell everybody that their table may have moved."""
        for table in list(self._listeners):
            self.notify(table)

    def close(self) -> None:
        """Wake everybody a last time, so that streams can end."""
        self.closed = True
        self.notify_all()
