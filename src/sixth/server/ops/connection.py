"""A connection on which somebody asks: it is cut where they ask for too long, or with too much before it.

What follows the head of a request is counted where it is read (`web.guard`).
"""

import asyncio
from collections import deque
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MAX_HEAD_BYTES: Final = 64 * 1024
"""Bytes of a request before what it sends; browsers need a few hundred."""

_MAX_HEADERS: Final = 100

REQUEST_TIMEOUT_S = 30.0
"""Seconds in which a request has come whole, the first one counted from when the connection was made."""


class Line(HttpToolsProtocol):
    """As uvicorn has it, with an end to patience."""

    _head = 0
    """Bytes of a head that is not whole yet; 0 where none has begun."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        self._unanswered: deque[RequestResponseCycle] = deque()
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._wait_no_more()
        super().connection_lost(exc)
        # uvicorn tells only the last of several requests, but it is the first that is being answered.
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        """A piece of what they ask."""
        before = self._head
        super().data_received(data)
        if self._head:
            self._head = before + len(data)
            if self._head > MAX_HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response("That request is too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = 1
        if self._late is None:
            self._wait()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header of it is whole."""
        if len(self.headers) >= _MAX_HEADERS:
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self._head = 0
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        """It is whole."""
        self._wait_no_more()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It was answered: what it took is not held until they ask again."""
        self._unanswered.popleft()
        super().on_response_complete()
        if self.cycle.response_complete and not self.cycle.more_body:
            self.cycle = None  # type: ignore[assignment] # as before the first
            self.scope, self.headers = {}, []  # type: ignore[typeddict-item]

    def _wait(self) -> None:
        self._late = self.loop.call_later(REQUEST_TIMEOUT_S, self._cut)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _cut(self) -> None:
        self._late = None
        self.transport.abort()
