"""Messages between processes that no store keeps: chat, the presence of people, and topics with news.

Each message goes to all processes, and one that is away misses it. Processes repeat the numbers of their
watchers, and the seats that people look from at tables with days for a turn, so that the numbers of a process
that died soon expire.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from secrets import token_hex
from time import monotonic
from typing import Any, Final, TypeVar

from sixth.server.cluster.broadcast import Broadcast, Receiver

T = TypeVar("T")

_REPEAT_S: Final = 10.0
"""Seconds until a process repeats its presence."""

_EXPIRY_S: Final = 3 * _REPEAT_S
"""Seconds for which the presence of another process counts."""

_TABLES_A_MESSAGE: Final = 150
"""Tables in one message, which has room for 8,000 bytes in PostgreSQL."""

_LOG: Final = logging.getLogger(__name__)


class Gossip(Broadcast):
    """The messages of this process, which `send` carries to the others, and those that it receives."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send_message = send
        self._me = token_hex(8)
        self._watchers: dict[str, dict[str, tuple[int, float]]] = {}
        self._seats: dict[tuple[str, str], tuple[frozenset[int], float]] = {}

    def send_line(self, table: str, line: Mapping[str, Any]) -> None:
        """See `Broadcast.send_line`."""
        self._send_fields(table=table, line=dict(line))

    def send_watchers(self, table: str, count: int) -> None:
        """See `Broadcast.send_watchers`."""
        self._send_fields(watchers={table: count})

    def send_seats(self, table: str, seats: Collection[int]) -> None:
        """See `Broadcast.send_seats`."""
        self._send_fields(seats={table: sorted(seats)})

    def publish(self, topic: str) -> None:
        """See `Broadcast.publish`."""
        self._send_fields(topic=topic)

    def seats_elsewhere(self, table: str) -> frozenset[int]:
        """Return the seats that people look at a table from in other processes, by recent messages."""
        since = monotonic() - _EXPIRY_S
        recent = (seats for (each, _), (seats, at) in self._seats.items() if each == table and at > since)
        return frozenset().union(*recent)

    def watchers_elsewhere(self, table: str) -> int:
        """Return the number of watchers of a table in other processes, by recent messages."""
        since = monotonic() - _EXPIRY_S
        return sum(count for count, at in self._watchers.get(table, {}).values() if at > since)

    async def repeat_presence(self, receiver: Receiver) -> None:
        """Send the presence in this process again and again, and drop what expired; never return."""
        while True:
            counts = {table: count for table in receiver.tables if (count := receiver.watchers_here(table))}
            for some_counts in _in_parts(counts):
                self._send_fields(watchers=some_counts)
            seats = {table: sorted(here) for table in receiver.tables if (here := receiver.seats_here(table))}
            for some_seats in _in_parts(seats):
                self._send_fields(seats=some_seats)
            self._expire(receiver)
            await asyncio.sleep(_REPEAT_S)

    def receive(self, message: str, receiver: Receiver) -> None:
        """Take a message of another process; parts of a later version of Sixth may mean nothing here."""
        try:
            fields = json.loads(message)
            if fields["by"] == self._me:
                return
            if "line" in fields:
                receiver.receive_line(str(fields["table"]), fields["line"])
            if "topic" in fields:
                receiver.receive_topic(str(fields["topic"]))
            for table, count in fields.get("watchers", {}).items():
                before = self.watchers_elsewhere(table)
                self._watchers.setdefault(table, {})[str(fields["by"])] = (int(count), monotonic())
                if self.watchers_elsewhere(table) != before:
                    receiver.refresh_watchers(table)
            for table, seats in fields.get("seats", {}).items():
                self._seats[table, str(fields["by"])] = frozenset(map(int, seats)), monotonic()
        except (ValueError, TypeError, KeyError, AttributeError):
            _LOG.debug("A message of another process was not understood.")

    # -------------------------------------------------------------- inside

    def _send_fields(self, **fields: Any) -> None:
        self._send_message(json.dumps({"by": self._me, **fields}))

    def _expire(self, receiver: Receiver) -> None:
        since = monotonic() - _EXPIRY_S
        self._seats = {key: (seats, at) for key, (seats, at) in self._seats.items() if seats and at > since}
        for table, counts in list(self._watchers.items()):
            recent = {by: (count, at) for by, (count, at) in counts.items() if count and at > since}
            if recent != counts:
                self._watchers[table] = recent
                receiver.refresh_watchers(table)
            if not recent:
                del self._watchers[table]


def _in_parts(by_table: dict[str, T]) -> Iterator[dict[str, T]]:
    tables = list(by_table)
    for at in range(0, len(tables), _TABLES_A_MESSAGE):
        yield {table: by_table[table] for table in tables[at : at + _TABLES_A_MESSAGE]}
