"""Wake-ups for the listeners of tables and of topics, which then read the news themselves.

The processes of a site wake one another by messages that no store keeps: chat, the presence of people, and
topics with news. Each message goes to all processes, and one that is away misses it.
"""

import json
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, Final, Protocol

from sixth.server.cluster.presence import Presence
from sixth.server.core.pace import Pace
from sixth.server.table.identity import Role

_TABLES_A_MESSAGE: Final = 150
"""Tables in one message, which has room for 8,000 bytes in PostgreSQL."""

_LOG: Final = logging.getLogger(__name__)


class Broadcast:
    """The messages of this process, which `send_text` carries to the others; on its own it sends none."""

    def __init__(self, send_text: Callable[[str], object] = lambda _text: None) -> None:
        self.me = token_hex(8)
        self._send_text = send_text

    def start(self, pubsub: "PubSub") -> None:
        """Start, in the running event loop, to pass messages of the others to `pubsub`."""

    async def close(self) -> None:
        """Stop sending and receiving."""

    def send(self, **fields: Any) -> None:
        """Send a message of these fields, as JSON."""
        self._send_text(json.dumps({"by": self.me, **fields}))


SINGLE_PROCESS: Final = Broadcast()


class Listener(Protocol):
    """A listener to a table or a topic, for example an `asyncio.Event`."""

    def set(self) -> None:
        """Note that there is something new to read."""


class PubSub:
    """Wakes listeners in this process, and through `broadcast` those in the other processes.

    A topic is the name of anything but a table; the topics of a feature begin with its name.
    """

    def __init__(self, broadcast: Broadcast = SINGLE_PROCESS) -> None:
        self.broadcast = broadcast
        self.on_events: Callable[[str, int, str], object] = lambda _table, _version, _events: None
        """Receives the version of a table in another process, and the events that led there ("" for none)."""
        self.on_line: Callable[[str, Mapping[str, Any]], object] = lambda _table, _line: None
        """Receives the fields of a line of chat at a table in another process."""
        self._elsewhere = Presence()
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
            self._send_seats(table)
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
                self._send_seats(table)
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
        return self.watchers_here(table) + self._elsewhere.watchers(table)

    def watchers_here(self, table: str) -> int:
        """Return how many people watch this table in this process."""
        return sum(role == "watcher" for role in self._listeners.get(table, {}).values())

    def seats_here(self, table: str) -> frozenset[int]:
        """Return the seats from which people look at this table in this process, as `listen` was given."""
        return frozenset(self._seats.get(table, ()))

    def is_looking(self, table: str, seat: int) -> bool:
        """Return whether somebody looks at this table from this seat, in any process."""
        return seat in self.seats_here(table) or seat in self._elsewhere.seats(table)

    def _count_watcher(self, table: str, role: Role) -> None:
        """Announce the number of watchers, if a listener with this role has changed it."""
        if role == "watcher":
            self._notify_screens(table)
            self.broadcast.send(watchers={table: self.watchers_here(table)})

    def _send_seats(self, table: str) -> None:
        self.broadcast.send(seats={table: sorted(self.seats_here(table))})

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
        self._notify_subscribers(topic)
        self.broadcast.send(topic=topic)

    def _notify_subscribers(self, topic: str) -> None:
        for listener in self._subscribers.get(topic, ()):
            listener.set()

    def _notify_screens(self, table: str) -> None:
        """Tell the big screens that show this table that its number of watchers has changed."""
        for listener, role in self._listeners.get(table, {}).items():
            if role == "screen":
                listener.set()

    def notify_all(self) -> None:
        """Tell all listeners in this process that there may be something new to read."""
        self.unread.update(self._listeners)
        for table in self.tables:
            self.notify(table)
        for topic in self._subscribers:
            self._notify_subscribers(topic)

    def close(self) -> None:
        """Wake all listeners a last time, so that streams can end."""
        self.closed = True
        self.notify_all()

    # -------------------------------------------------------------- other processes

    def receive(self, text: str) -> None:
        """Take a message of another process; parts of a later version of Sixth may mean nothing here."""
        try:
            fields = json.loads(text)
            by = str(fields["by"])
            if by == self.broadcast.me:
                return
            if "line" in fields:
                self.on_line(str(fields["table"]), fields["line"])
            if "topic" in fields:
                self._notify_subscribers(str(fields["topic"]))
            for table, count in fields.get("watchers", {}).items():
                if self._elsewhere.note_watchers(table, by, int(count)):
                    self._notify_screens(table)
            for table, seats in fields.get("seats", {}).items():
                self._elsewhere.note_seats(table, by, [*map(int, seats)])
        except (ValueError, TypeError, KeyError, AttributeError):
            _LOG.debug("A message of another process was not understood.")

    def repeat_presence(self) -> None:
        """Send the presence in this process once more, and drop that of others which expired."""
        watchers = {table: count for table in self.tables if (count := self.watchers_here(table))}
        seats = {table: sorted(here) for table in self.tables if (here := self.seats_here(table))}
        for name, by_table in ("watchers", watchers), ("seats", seats):
            tables = list(by_table.items())
            for at in range(0, len(tables), _TABLES_A_MESSAGE):
                self.broadcast.send(**{name: dict(tables[at : at + _TABLES_A_MESSAGE])})
        for table in self._elsewhere.expire():
            self._notify_screens(table)
