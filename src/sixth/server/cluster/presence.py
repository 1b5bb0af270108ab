"""What processes tell one another that is kept nowhere: what was said at a table, who looks at it, and which
topics have something new to read.

Each message goes to all; who was not there has not heard it. How many watch, and from which seats people look
at a table with days for a turn, is told again and again, so that a process that has died does not count for
long.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from secrets import token_hex
from time import monotonic
from typing import Any, Final, TypeVar

from sixth.server.cluster.broadcast import Receiver

T = TypeVar("T")

_AGAIN_S: Final = 10.0
"""Until a process tells again how many watch there."""

_BELIEVED_S: Final = 3 * _AGAIN_S
"""How long it is believed."""

_TABLES_A_MESSAGE: Final = 150
"""A message has room for 8,000 bytes where PostgreSQL carries it."""

_LOG: Final = logging.getLogger(__name__)


class Gossip:
    """Has `send` carry to the other processes what is to be told; what they have told comes to `hear`."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._me = token_hex(8)
        self._watchers: dict[str, dict[str, tuple[int, float]]] = {}
        self._seats: dict[tuple[str, str], tuple[frozenset[int], float]] = {}

    def tell_line(self, table: str, line: Mapping[str, Any]) -> None:
        """Tell the others what was said at a table, field by field."""
        self._tell(table=table, line=dict(line))

    def tell_watchers(self, counts: Mapping[str, int]) -> None:
        """Tell the others how many watch each of these tables in this process."""
        self._tell(watchers=dict(counts))

    def tell_seats(self, seats: Mapping[str, Sequence[int]]) -> None:
        """Tell the others from which seats people look at each of these tables in this process."""
        self._tell(seats=dict(seats))

    def seats_elsewhere(self, table: str) -> frozenset[int]:
        """Return the seats from which people look at a table in other processes, as told of late."""
        long_ago = monotonic() - _BELIEVED_S
        told = (seats for (of, _), (seats, at) in self._seats.items() if of == table and at > long_ago)
        return frozenset().union(*told)

    def publish(self, topic: str) -> None:
        """Have the subscribers of this topic in the others read what is new."""
        self._tell(topic=topic)

    def watchers_elsewhere(self, table: str) -> int:
        """Return how many watch a table in other processes, by what they have told of late."""
        long_ago = monotonic() - _BELIEVED_S
        return sum(count for count, at in self._watchers.get(table, {}).values() if at > long_ago)

    async def keep_telling(self, receiver: Receiver) -> None:
        """Tell again how many watch here, and forget what was told long ago; never returns."""
        while True:
            here = {table: count for table in receiver.tables if (count := receiver.watchers_here(table))}
            for some in _in_parts(here):
                self.tell_watchers(some)
            seats = {
                table: sorted(found) for table in receiver.tables if (found := receiver.seats_here(table))
            }
            for part in _in_parts(seats):
                self.tell_seats(part)
            self._forget(receiver)
            await asyncio.sleep(_AGAIN_S)

    def hear(self, message: str, receiver: Receiver) -> None:
        """Take what another process has told; one of a later program may tell what means nothing here."""
        try:
            told = json.loads(message)
            if told["by"] == self._me:
                return
            if "line" in told:
                receiver.line_said(str(told["table"]), told["line"])
            if "topic" in told:
                receiver.topic_published(str(told["topic"]))
            for table, count in told.get("watchers", {}).items():
                before = self.watchers_elsewhere(table)
                self._watchers.setdefault(table, {})[str(told["by"])] = (int(count), monotonic())
                if self.watchers_elsewhere(table) != before:
                    receiver.watchers_changed(table)
            for table, seats in told.get("seats", {}).items():
                self._seats[table, str(told["by"])] = frozenset(map(int, seats)), monotonic()
        except (ValueError, TypeError, KeyError, AttributeError):
            _LOG.debug("A message of another process was not understood.")

    # -------------------------------------------------------------- inside

    def _tell(self, **what: Any) -> None:
        self._send(json.dumps({"by": self._me, **what}))

    def _forget(self, receiver: Receiver) -> None:
        long_ago = monotonic() - _BELIEVED_S
        self._seats = {key: told for key, told in self._seats.items() if told[0] and told[1] > long_ago}
        for table, told in list(self._watchers.items()):
            kept = {by: (count, at) for by, (count, at) in told.items() if count and at > long_ago}
            if kept != told:
                self._watchers[table] = kept
                receiver.watchers_changed(table)
            if not kept:
                del self._watchers[table]


def _in_parts(told: dict[str, T]) -> Iterator[dict[str, T]]:
    tables = list(told)
    for at in range(0, len(tables), _TABLES_A_MESSAGE):
        yield {table: told[table] for table in tables[at : at + _TABLES_A_MESSAGE]}
