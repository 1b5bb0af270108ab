"""A connection for requests that cuts off clients whose requests take too long or have no end.

Uvicorn limits neither the time of a request nor the length of its head, so this protocol does, in the
callbacks of asyncio and of httptools (docs/decisions/015). `web.middleware.security` limits the length of
bodies.
"""

import asyncio
from itertools import chain
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MAX_HEAD_BYTES: Final = 16 * 1024
"""Bytes of the head of a request, at most; browsers need a few hundred."""

_MAX_HEADERS: Final = 100

REQUEST_TIMEOUT_S = 30.0
"""Seconds in which a request must arrive; the first on a connection counts from its opening."""

_REST_S: Final = 0.05
"""Seconds between two reads of a body that nobody wants any more."""

_LAST_READS_S: Final = 1.0
"""Seconds that clients have to read their answers when the server ends."""


class BoundedProtocol(HttpToolsProtocol):
    """The protocol of uvicorn with limits of the time and the head of a request."""

    # In a `__dict__` they would exceed the keys that instances share, at a cost of a KB a connection.
    __slots__ = ("_deadline", "_head_bytes", "_unanswered")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request until its deadline."""
        self._unanswered: list[RequestResponseCycle] = []
        # Bytes of a head that is still incomplete.
        self._head_bytes: int | None = None
        self._deadline: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline, and tell all unanswered requests that the client has gone."""
        self._cancel_deadline()
        super().connection_lost(exc)
        # Uvicorn tells only the last of several requests, but the first is being answered.
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, and close the connection if the head becomes too long."""
        before = self._head_bytes or 0
        super().data_received(data)
        if self._head_bytes is not None:
            self._head_bytes = before + len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self.transport.close()
        elif self._drops_body():
            # A refused body of megabytes is dropped, slowly: many at once would keep everybody else waiting.
            self.flow.pause_reading()
            asyncio.get_running_loop().call_later(_REST_S, self.flow.resume_reading)

    def _drops_body(self) -> bool:
        """Return whether what arrives belongs to a request that was answered before its end."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and cycle.response_complete and cycle.more_body

    def on_message_begin(self) -> None:
        """Begin to count the head, and set the deadline of the request."""
        super().on_message_begin()
        self._head_bytes = 0
        if self._deadline is None:
            self._set_deadline()

    def on_headers_complete(self) -> None:
        """Start to answer the request, unless its head is too long to be valid."""
        self._head_bytes = None
        if len(self.headers) > _MAX_HEADERS or sum(map(len, chain(*self.headers))) > MAX_HEAD_BYTES:
            raise ValueError("too long a head")
        super().on_headers_complete()
        self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        """Cancel the deadline, as the request is complete."""
        self._cancel_deadline()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Drop the answered request, and go on to the next."""
        self._unanswered.pop(0)
        super().on_response_complete()

    def shutdown(self) -> None:
        """Close once the current requests are answered, and abort if the client does not read."""
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
