"""A connection over which requests come: whoever asks for too long, or never stops, is cut off.

Uvicorn bounds neither the time that a request takes to come nor what stands before its body, so this does, in
the callbacks of asyncio and of httptools (docs/decisions/015). What follows the head is counted where it is
read (`web.middleware.security`).
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MAX_HEAD_BYTES: Final = 64 * 1024
"""Bytes of a request before what it sends; browsers need a few hundred."""

_MAX_HEADERS: Final = 100

REQUEST_TIMEOUT_S = 30.0
"""Seconds in which a request has come whole, the first one counted from when the connection was made."""

_LAST_READS_S: Final = 1.0
"""Seconds in which those have read what they are sent who are still there when the server ends."""


class BoundedProtocol(HttpToolsProtocol):
    """The protocol of uvicorn, with bounds on how long a request takes to come, and on its head."""

    # As attributes they would be more than the instances of a class share the names of: a KB a connection.
    __slots__ = ("_deadline", "_head_bytes", "_unanswered")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a first request, for so long."""
        self._unanswered: list[RequestResponseCycle] = []
        # Bytes of a head that is not whole yet.
        self._head_bytes: int | None = None
        self._deadline: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more, and tell all who answer."""
        self._cancel_deadline()
        super().connection_lost(exc)
        # Uvicorn tells only the last of several requests, but it is the first that is being answered.
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Read a piece of a request; a head that grows too long is the end of the connection."""
        before = self._head_bytes or 0
        super().data_received(data)
        if self._head_bytes is not None:
            self._head_bytes = before + len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self.transport.close()

    def on_message_begin(self) -> None:
        """Begin to count, and to wait for the rest."""
        super().on_message_begin()
        self._head_bytes = 0
        if self._deadline is None:
            self._set_deadline()

    def on_headers_complete(self) -> None:
        """Have the request answered, unless it has too many headers, which makes it none."""
        self._head_bytes = None
        if len(self.headers) > _MAX_HEADERS:
            raise ValueError("too many headers")
        super().on_headers_complete()
        self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        """Wait no more: the request has come whole."""
        self._cancel_deadline()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on to the next request."""
        self._unanswered.pop(0)
        super().on_response_complete()

    def shutdown(self) -> None:
        """End once what has been asked for is answered, and read by whoever reads at all."""
        super().shutdown()
        asyncio.get_running_loop().call_later(_LAST_READS_S, self._cut_if_unread)

    def _cut_if_unread(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _set_deadline(self) -> None:
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(REQUEST_TIMEOUT_S, self.transport.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
