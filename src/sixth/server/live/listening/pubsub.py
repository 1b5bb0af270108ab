"""Who must hear that a table moved, or of a topic. Listeners are only told that, and ask what happened."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from sixth.server.cluster.broadcast import Broadcast
from sixth.server.core.pace import Pace
from sixth.server.table.events import TableEvent
from sixth.server.table.identity import Role


class Listener(Protocol):
    """Whoever is to be told that a table has moved or a topic has news, an `asyncio.Event` for one."""

    def set(self) -> None:
        """Hear that there is something new to read."""


class PubSub:
    """News of tables and of topics for listeners in this process; `broadcast` takes them to the others.

    A topic is a name for anything beside tables; a feature begins those of its own with its own name.
    """

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast
        self._listeners: defaultdict[str, dict[Listener, Role]] = defaultdict(dict)
        self._seats: dict[str, list[int]] = {}
        self._subscribers: defaultdict[str, set[Listener]] = defaultdict(set)
        self.closed = False
        self.pace = Pace()
        """Whoever tells what is new waits for this first, as hundreds may listen to the same table."""
        self.open = 0
        """How many listen, to all tables and topics."""
        self.unread: set[str] = set()
        """Tables with listeners that may have moved in other processes farther than is known here."""

    @contextmanager
    def listening(
        self, table: str, listener: Listener, role: Role = "player", seat: int | None = None
    ) -> Iterator[None]:
        """Have `listener` set whenever the table has moved, until the context ends.

        Those of screens are set also when somebody comes to watch, or goes. From which `seat` they look at it
        is given where it matters whether they do.
        """
        if not self.heard(table):
            # What was told before went by unheard.
            self.unread.add(table)
        self._listeners[table][listener] = role
        self.open += 1
        self._came_or_went(table, role)
        if seat is not None:
            self._seats.setdefault(table, []).append(seat)
            self._broadcast.send_seats(table, self.seats_here(table))
        try:
            yield
        finally:
            self.open -= 1
            del self._listeners[table][listener]
            if not self._listeners[table]:
                del self._listeners[table]
                self.unread.discard(table)
            self._came_or_went(table, role)
            if seat is not None:
                self._seats[table].remove(seat)
                self._broadcast.send_seats(table, self.seats_here(table))
                if not self._seats[table]:
                    del self._seats[table]

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables to which somebody listens."""
        return tuple(self._listeners)

    def heard(self, table: str) -> bool:
        """Return whether somebody listens to this table."""
        return table in self._listeners

    def watchers(self, table: str) -> int:
        """Return how many watch this table, beside those who play and the screens that all look at."""
        return self.watchers_here(table) + self._broadcast.watchers_elsewhere(table)

    def watchers_here(self, table: str) -> int:
        """Return how many watch this table in this process."""
        return sum(role == "watcher" for role in self._listeners.get(table, {}).values())

    def seats_here(self, table: str) -> frozenset[int]:
        """Return the seats from which people look at this table in this process, where it matters."""
        return frozenset(self._seats.get(table, ()))

    def looks(self, table: str, seat: int) -> bool:
        """Return whether somebody looks at this table from this seat, in any process, where it matters."""
        return seat in self.seats_here(table) or seat in self._broadcast.seats_elsewhere(table)

    def _came_or_went(self, table: str, role: Role) -> None:
        if role == "watcher":
            self.notify_screens(table)
            self._broadcast.send_watchers(table, self.watchers_here(table))

    def moved(self, table: str, version: int, came: Sequence[TableEvent]) -> None:
        """Tell everybody, in all processes, that these events have led this table to that version."""
        self.notify(table)
        self._broadcast.send_version(table, version, came)

    def notify_unread(self, table: str) -> None:
        """Tell everybody who listens to this table that it must be read again."""
        if self.heard(table):
            self.unread.add(table)
            self.notify(table)

    def notify(self, table: str) -> None:
        """Tell everybody who listens to this table that it has moved."""
        for listener in self._listeners.get(table, ()):
            listener.set()

    @contextmanager
    def subscribed(self, topic: str, listener: Listener) -> Iterator[None]:
        """Have `listener` set whenever something is published on this topic, until the context ends."""
        self._subscribers[topic].add(listener)
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1
            self._subscribers[topic].discard(listener)
            if not self._subscribers[topic]:
                del self._subscribers[topic]

    def publish(self, topic: str) -> None:
        """Tell the subscribers of this topic, in all processes, that there is something new to read."""
        self.notify_subscribers(topic)
        self._broadcast.publish(topic)

    def notify_subscribers(self, topic: str) -> None:
        """Tell the subscribers of this topic in this process that there is something new to read."""
        for listener in self._subscribers.get(topic, ()):
            listener.set()

    def notify_screens(self, table: str) -> None:
        """Tell the big screens that show this table that there is something new to show."""
        for listener, whose in self._listeners.get(table, {}).items():
            if whose == "screen":
                listener.set()

    def notify_all(self) -> None:
        """Tell everybody that their table may have moved, or their topic may have news."""
        self.unread.update(self._listeners)
        for table in self.tables:
            self.notify(table)
        for topic in self._subscribers:
            self.notify_subscribers(topic)

    def close(self) -> None:
        """Wake everybody a last time, so that streams can end."""
        self.closed = True
        self.notify_all()
