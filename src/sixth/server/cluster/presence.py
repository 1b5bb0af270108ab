"""What processes tell one another that is kept nowhere: what was said at a table, and how many watch it.

Each message goes to all; who was not there has not heard it. How many watch is told again and again, so that
a process that has died is not counted for long.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from secrets import token_hex
from time import monotonic
from typing import Any, Final

from sixth.server.cluster.broadcast import Receiver

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

    def tell_line(self, table: str, line: Mapping[str, Any]) -> None:
        """Tell the others what was said at a table, field by field."""
        self._tell(table=table, line=dict(line))

    def tell_watchers(self, counts: Mapping[str, int]) -> None:
        """Tell the others how many watch each of these tables in this process."""
        self._tell(watchers=dict(counts))

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
            for table, count in told.get("watchers", {}).items():
                before = self.watchers_elsewhere(table)
                self._watchers.setdefault(table, {})[str(told["by"])] = (int(count), monotonic())
                if self.watchers_elsewhere(table) != before:
                    receiver.watchers_changed(table)
        except (ValueError, TypeError, KeyError, AttributeError):
            _LOG.debug("A message of another process was not understood.")

    # -------------------------------------------------------------- inside

    def _tell(self, **what: Any) -> None:
        self._send(json.dumps({"by": self._me, **what}))

    def _forget(self, receiver: Receiver) -> None:
        long_ago = monotonic() - _BELIEVED_S
        for table, told in list(self._watchers.items()):
            kept = {by: (count, at) for by, (count, at) in told.items() if count and at > long_ago}
            if kept != told:
                self._watchers[table] = kept
                receiver.watchers_changed(table)
            if not kept:
                del self._watchers[table]


def _in_parts(counts: dict[str, int]) -> Iterator[dict[str, int]]:
    tables = list(counts)
    for at in range(0, len(tables), _TABLES_A_MESSAGE):
        yield {table: counts[table] for table in tables[at : at + _TABLES_A_MESSAGE]}
