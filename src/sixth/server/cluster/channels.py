"""A broadcast over two channels: one for versions of tables, one for messages that no store keeps."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, ClassVar, Final

from sixth.server.cluster.broadcast import Receiver
from sixth.server.cluster.presence import Gossip
from sixth.server.store import CHANNEL, GOSSIP
from sixth.server.store.notices import Notice

PAUSE_S, _LONGEST_PAUSE_S = 0.2, 2.0
"""Seconds until another attempt at a lost connection: at first, and at most."""

_MAX_UNSENT: Final = 10_000
"""Messages that wait to be sent; further ones are dropped, as nothing depends on them."""

_LOG: Final = logging.getLogger(__name__)


class ChannelBroadcast(Gossip):
    """A broadcast over channels; subclasses write `_publish` and `_receive` for what carries them."""

    errors: ClassVar[tuple[type[Exception], ...]] = ()
    """Errors of a carrier that cannot be reached."""

    def __init__(self, name: str) -> None:
        super().__init__(lambda message: self._send(GOSSIP, message))
        self._name = name
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

    # -------------------------------------------------------------- inside

    async def _run(self, receiver: Receiver) -> None:
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    for task in self._tasks(receiver):
                        tasks.create_task(task)
            except* Exception:
                _LOG.exception("Messages from other processes stopped; starting again.")
            await asyncio.sleep(_LONGEST_PAUSE_S)

    def _tasks(self, receiver: Receiver) -> tuple[Coroutine[Any, Any, None], ...]:
        """Return the coroutines that run until `close`."""
        return self._receive_all(receiver), self._publish_all(), self.repeat_presence(receiver)

    async def _receive_all(self, receiver: Receiver) -> None:
        while True:
            try:
                await self._receive(receiver)
            except self.errors as error:
                if self._pause == PAUSE_S:
                    lines = str(error).splitlines() or [type(error).__name__]
                    _LOG.warning("Messages from other processes are late: %s.", lines[0].rstrip("."))
            await asyncio.sleep(self._pause)
            self._pause = min(_LONGEST_PAUSE_S, 2 * self._pause)

    async def _receive(self, receiver: Receiver) -> None:
        """Call `_deliver` for each message over a new connection, as long as that lasts."""
        raise NotImplementedError

    def _deliver(self, channel: str, message: str, receiver: Receiver) -> None:
        if channel == CHANNEL:
            notice = Notice.parse(message)
            if notice.by != self._name:
                receiver.receive_version(notice.table, notice.version, notice.events)
        elif channel == GOSSIP:
            self.receive(message, receiver)

    def _send(self, channel: str, message: str) -> None:
        """Queue a message for `_publish_all`."""
        with suppress(asyncio.QueueFull):
            self._unsent.put_nowait((channel, message))

    async def _publish_all(self) -> None:
        while True:
            channel, message = await self._unsent.get()
            with suppress(*self.errors):
                await self._publish(channel, message)

    async def _publish(self, channel: str, message: str) -> None:
        raise NotImplementedError
