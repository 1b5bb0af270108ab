"""News over a connection that stays open, to one listener of its own; tables have feeds (`feed.py`)."""

import asyncio
import logging
from contextvars import copy_context
from typing import ClassVar

from starlette.types import Receive, Send

from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Role

_LOG = logging.getLogger(__name__)


class NewsStream:
    """News of `name`, as `PubSub` knows it, until the server stops, its listener has gone, or it calls `end`.

    It ends, too, where the database does not answer: whoever reads it comes back with the last number.
    As long as nothing happens nothing runs: a task is made when there is something to tell, in the context in
    which the stream was made, which says who reads.
    """

    # fmt: off
    __slots__ = (
        "_context", "_ended", "_more", "_name", "_send", "_silent", "_tables", "_telling", "_timer",
    )
    # fmt: on

    heartbeat_s: ClassVar[float] = 15.0
    """Seconds after which a silent stream says that it is still there."""

    def __init__(self, tables: Tables, name: str) -> None:
        self._tables, self._name = tables, name
        self._context = copy_context()
        self._more = self._silent = self._ended = False
        self._telling: asyncio.Task[None] | None = None
        self._send: Send
        self._timer: asyncio.TimerHandle

    # -------------------------------------------------------------- what each form says

    def role(self) -> Role:
        """As what the listener listens."""
        raise NotImplementedError

    async def catch_up(self) -> None:
        """Say what happened since it was said last."""
        raise NotImplementedError

    def still_here(self) -> bytes:
        """Return what is said where there is nothing to say."""
        raise NotImplementedError

    def last_words(self, code: str) -> bytes:
        """Return what is said as it ends: `closed`, `unavailable`, `no-table` or `fault`."""
        del code
        return b""

    # -------------------------------------------------------------- how it is said

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send what there is to tell, and whatever comes, until the listener has gone or it ends."""
        self._send = send
        self._arm()
        with self._tables.pubsub.listening(self._name, self, self.role()):
            self._more = True
            self._go_on()
            try:
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                self._ended = True
                self._timer.cancel()
                if self._telling is not None:
                    self._telling.cancel()
                # They hold whoever holds this.
                del self._send, self._timer

    def set(self) -> None:
        """The table has moved."""
        self._more = True
        self._go_on()

    async def say(self, said: bytes) -> None:
        """Send this."""
        self._silent = False
        await self._send({"type": "http.response.body", "body": said, "more_body": True})

    async def end(self, said: bytes = b"") -> None:
        """Send this, and nothing any more."""
        if self._ended:
            return
        self._ended = True
        await self._send({"type": "http.response.body", "body": said, "more_body": False})

    # -------------------------------------------------------------- inside

    def _arm(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.heartbeat_s, self._beat, context=self._context)

    def _beat(self) -> None:
        """Say something if nothing was said for long."""
        if self._silent:
            self._go_on()
        self._silent = True
        self._arm()

    def _go_on(self) -> None:
        if self._telling is None and not self._ended:
            self._telling = asyncio.create_task(self._tell(), context=self._context)

    async def _tell(self) -> None:
        try:
            if not self._more:
                await self.say(self.still_here())
            while self._more and not self._ended and not self._tables.pubsub.closed:
                await self._tables.pubsub.pace()
                self._more = False
                await self.catch_up()
            if self._tables.pubsub.closed:
                await self.end(self.last_words("closed"))
        except NoTableError:
            await self.end(self.last_words("no-table"))
        except UnavailableError:
            await self.end(self.last_words("unavailable"))
        except Exception:
            _LOG.exception("A stream of news broke off; its browser comes back.")
            await self.end(self.last_words("fault"))
        finally:
            self._telling = None
