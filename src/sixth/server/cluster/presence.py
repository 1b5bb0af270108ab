"""What processes tell one another that is kept nowhere: what was said at a table, and how many watch it.

Each word goes to all; who was not there has not heard it. How many watch is told again and again, so that a
process that has died is not counted for long.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import asdict
from secrets import token_hex
from time import monotonic
from typing import Any, Final

from sixth.server.service.chat import Chat, Line
from sixth.server.service.pubsub import PubSub

_AGAIN: Final = 10.0
"""Seconds until a process tells again how many watch there."""

_BELIEVED: Final = 3 * _AGAIN
"""Seconds for which it is believed."""

_AT_ONCE: Final = 150
"""Tables in one word, which has room for 8,000 bytes where PostgreSQL carries it."""

_LOG: Final = logging.getLogger(__name__)


class Gossip:
    """Has `send` carry to the other processes what is to be told; what they have told comes to `hear`."""

    def __init__(self, pubsub: PubSub, chat: Chat, send: Callable[[str], object]) -> None:
        self._pubsub, self._chat, self._send = pubsub, chat, send
        self._me = token_hex(8)
        self._watchers: dict[str, dict[str, tuple[int, float]]] = {}
        pubsub.tell_watchers = self._tell_watchers
        pubsub.elsewhere = self._elsewhere
        chat.tell = self._tell_line

    async def keep_telling(self) -> None:
        """Tell again how many watch here, and forget what was told long ago; never returns."""
        while True:
            here = {
                table: count for table in self._pubsub.tables if (count := self._pubsub.watchers_here(table))
            }
            for some in _in_parts(here):
                self._tell(watchers=some)
            self._forget()
            await asyncio.sleep(_AGAIN)

    def hear(self, word: str) -> None:
        """Take what another process has told; one of a later program may tell what means nothing here."""
        try:
            told = json.loads(word)
            if told["by"] == self._me:
                return
            if "line" in told:
                table, line = str(told["table"]), Line(**told["line"])
                self._chat.hear(table, line)
                self._pubsub.notify(table)
            for table, count in told.get("watchers", {}).items():
                before = self._elsewhere(table)
                self._watchers.setdefault(table, {})[str(told["by"])] = (int(count), monotonic())
                if self._elsewhere(table) != before:
                    self._pubsub.notify_screens(table)
        except (ValueError, TypeError, KeyError, AttributeError):
            _LOG.debug("A word of another process was not understood.")

    # -------------------------------------------------------------- inside

    def _tell(self, **what: Any) -> None:
        self._send(json.dumps({"by": self._me, **what}))

    def _tell_line(self, table: str, line: Line) -> None:
        self._tell(table=table, line=asdict(line))

    def _tell_watchers(self, table: str) -> None:
        self._tell(watchers={table: self._pubsub.watchers_here(table)})

    def _elsewhere(self, table: str) -> int:
        long_ago = monotonic() - _BELIEVED
        return sum(count for count, at in self._watchers.get(table, {}).values() if at > long_ago)

    def _forget(self) -> None:
        long_ago = monotonic() - _BELIEVED
        for table, told in list(self._watchers.items()):
            kept = {by: (count, at) for by, (count, at) in told.items() if count and at > long_ago}
            if kept != told:
                self._watchers[table] = kept
                self._pubsub.notify_screens(table)
            if not kept:
                del self._watchers[table]


def _in_parts(counts: dict[str, int]) -> Iterator[dict[str, int]]:
    tables = list(counts)
    for at in range(0, len(tables), _AT_ONCE):
        yield {table: counts[table] for table in tables[at : at + _AT_ONCE]}
