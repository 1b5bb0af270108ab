"""Wake-ups for the listeners of tables and of topics, which then read the news themselves."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from sixth.server.cluster.broadcast import Broadcast
from sixth.server.core.pace import Pace
from sixth.server.table.identity import Role


class Listener(Protocol):
    """A listener to a table or a topic, for example an `asyncio.Event`."""

    def set(self) -> None:
        """Note that there is something new to read."""


class PubSub:
    """Wakes listeners in this process, and through `broadcast` those in the other processes.

    A topic is the name of anything but a table; the topics of a feature begin with its name.
    """

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast
        self._listeners: defaultdict[str, dict[Listener, Role]] = defaultdict(dict)
        self._seats: dict[str, list[int]] = {}
        self._subscribers: defaultdict[str, set[Listener]] = defaultdict(set)
        self.closed = False
        self.pace = Pace()
        """The pace of senders, each of which waits for it, as hundreds may listen to the same table."""
        self.open = 0
        """The number of listeners to all tables and topics."""
        self.unread: set[str] = set()
        """Tables with listeners that may have moved in other processes since this one read them."""

    @contextmanager
    def listen(
        self, table: str, listener: Listener, role: Role = "player", seat: int | None = None
    ) -> Iterator[None]:
        """Call `listener.set` whenever the table has moved, until the context ends.

        Listeners with the role "screen" are also set when the number of watchers changes. `seat` is the seat
        from which somebody looks at the table, where the server needs to know that.
        """
        if not self.has_listeners(table):
            # Without listeners, messages from other processes were ignored.
            self.unread.add(table)
        self._listeners[table][listener] = role
        self.open += 1
        self._count_watcher(table, role)
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
            self._count_watcher(table, role)
            if seat is not None:
                self._seats[table].remove(seat)
                self._broadcast.send_seats(table, self.seats_here(table))
                if not self._seats[table]:
                    del self._seats[table]

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables with listeners in this process."""
        return tuple(self._listeners)

    def has_listeners(self, table: str) -> bool:
        """Return whether this table has listeners in this process."""
        return table in self._listeners

    def watchers(self, table: str) -> int:
        """Return how many people watch this table in all processes, without players and big screens."""
        return self.watchers_here(table) + self._broadcast.watchers_elsewhere(table)

    def watchers_here(self, table: str) -> int:
        """Return how many people watch this table in this process."""
        return sum(role == "watcher" for role in self._listeners.get(table, {}).values())

    def seats_here(self, table: str) -> frozenset[int]:
        """Return the seats from which people look at this table in this process, as `listen` was given."""
        return frozenset(self._seats.get(table, ()))

    def is_looking(self, table: str, seat: int) -> bool:
        """Return whether somebody looks at this table from this seat, in any process."""
        return seat in self.seats_here(table) or seat in self._broadcast.seats_elsewhere(table)

    def _count_watcher(self, table: str, role: Role) -> None:
        """Announce the number of watchers, if a listener with this role has changed it."""
        if role == "watcher":
            self.notify_screens(table)
            self._broadcast.send_watchers(table, self.watchers_here(table))

    def notify_unread(self, table: str) -> None:
        """Tell the listeners of this table in this process to read it again."""
        if self.has_listeners(table):
            self.unread.add(table)
            self.notify(table)

    def notify(self, table: str) -> None:
        """Tell the listeners of this table in this process that it has moved."""
        for listener in self._listeners.get(table, ()):
            listener.set()

    @contextmanager
    def subscribe(self, topic: str, listener: Listener) -> Iterator[None]:
        """Call `listener.set` whenever something is published on this topic, until the context ends."""
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
        for listener, role in self._listeners.get(table, {}).items():
            if role == "screen":
                listener.set()

    def notify_all(self) -> None:
        """Tell all listeners in this process that there may be something new to read."""
        self.unread.update(self._listeners)
        for table in self.tables:
            self.notify(table)
        for topic in self._subscribers:
            self.notify_subscribers(topic)

    def close(self) -> None:
        """Wake all listeners a last time, so that streams can end."""
        self.closed = True
        self.notify_all()
