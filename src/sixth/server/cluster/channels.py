"""A broadcast over two channels, whatever carries them: which table has moved, and what is kept nowhere."""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final

from sixth.server.cluster.broadcast import Receiver
from sixth.server.cluster.presence import Gossip
from sixth.server.store import CHANNEL, GOSSIP
from sixth.server.store.words import understood_word
from sixth.server.table.events import TableEvent

PAUSE_S, _LONGEST_PAUSE_S = 0.2, 2.0
"""Until a lost connection is tried again."""

_MAX_UNSENT: Final = 10_000
"""Messages that wait to be carried; no more are kept, as nobody waits for them."""

_LOG: Final = logging.getLogger(__name__)


class ChannelBroadcast:
    """A broadcast by messages; whoever inherits says how they are carried, and how they come in."""

    errors: ClassVar[tuple[type[Exception], ...]] = ()
    """What goes wrong where whoever carries the messages is away."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._gossip = Gossip(lambda message: self._send(GOSSIP, message))
        self._unsent: asyncio.Queue[tuple[str, str]] = asyncio.Queue(_MAX_UNSENT)
        self._pause = PAUSE_S
        self._task: asyncio.Task[None] | None = None

    def start(self, receiver: Receiver) -> None:
        """See `Broadcast.start`."""
        self._task = asyncio.create_task(self._run(receiver))

    async def close(self) -> None:
        """See `Broadcast.close`."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def table_moved(self, table: str, version: int, came: Sequence[TableEvent]) -> None:
        """See `Broadcast.table_moved`."""

    def line_said(self, table: str, line: Mapping[str, Any]) -> None:
        """See `Broadcast.line_said`."""
        self._gossip.tell_line(table, line)

    def watchers_changed(self, table: str, count: int) -> None:
        """See `Broadcast.watchers_changed`."""
        self._gossip.tell_watchers({table: count})

    def watchers_elsewhere(self, table: str) -> int:
        """See `Broadcast.watchers_elsewhere`."""
        return self._gossip.watchers_elsewhere(table)

    def seats_changed(self, table: str, seats: Collection[int]) -> None:
        """See `Broadcast.seats_changed`."""
        self._gossip.tell_seats({table: sorted(seats)})

    def seats_elsewhere(self, table: str) -> Collection[int]:
        """See `Broadcast.seats_elsewhere`."""
        return self._gossip.seats_elsewhere(table)

    def publish(self, topic: str) -> None:
        """See `Broadcast.publish`."""
        self._gossip.publish(topic)

    # -------------------------------------------------------------- inside

    async def _run(self, receiver: Receiver) -> None:
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    for task in self._tasks(receiver):
                        tasks.create_task(task)
            except* Exception:
                _LOG.exception("News from other processes have stopped; they begin anew.")
            await asyncio.sleep(_LONGEST_PAUSE_S)

    def _tasks(self, receiver: Receiver) -> tuple[Coroutine[Any, Any, None], ...]:
        """What goes on until it is closed."""
        return self._listen(receiver), self._carry_all(), self._gossip.keep_telling(receiver)

    async def _listen(self, receiver: Receiver) -> None:
        while True:
            try:
                await self._hear(receiver)
            except self.errors as error:
                if self._pause == PAUSE_S:
                    said = str(error).splitlines() or [type(error).__name__]
                    _LOG.warning("News from other processes are late: %s.", said[0].rstrip("."))
            await asyncio.sleep(self._pause)
            self._pause = min(_LONGEST_PAUSE_S, 2 * self._pause)

    async def _hear(self, receiver: Receiver) -> None:
        """Call `_heard` for each message that comes, over a new connection, as long as that lasts."""
        raise NotImplementedError

    def _heard(self, channel: str, message: str, receiver: Receiver) -> None:
        if channel == CHANNEL:
            word = understood_word(message)
            if word.by != self._name:
                receiver.table_moved(word.table, word.version, word.happenings)
        elif channel == GOSSIP:
            self._gossip.hear(message, receiver)

    def _send(self, channel: str, message: str) -> None:
        """Have it carried soon."""
        with suppress(asyncio.QueueFull):
            self._unsent.put_nowait((channel, message))

    async def _carry_all(self) -> None:
        while True:
            channel, message = await self._unsent.get()
            with suppress(*self.errors):
                await self._carry(channel, message)

    async def _carry(self, channel: str, message: str) -> None:
        raise NotImplementedError
