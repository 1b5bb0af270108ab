"""One process of a server: uvicorn, which reports when it is ready, and ends its streams before it stops."""

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth.server.app import create_app
from sixth.server.core.garbage import resume_garbage_collection
from sixth.server.core.settings import Settings
from sixth.server.ops.connection import BoundedProtocol
from sixth.server.store.sql import SqlStore

_LAST_REQUESTS_S: Final = 0.2
"""Seconds for requests that are underway when the server is asked to end."""

_GRACE_S: Final = 15
"""Seconds for the answers to current requests, which may wait for the database."""

_BEAT_S: Final = 1

UNREAD_TIMEOUT_MS = 30_000
"""Milliseconds until a client that reads nothing is cut off."""

_SEND_BUFFER_BYTES: Final = 128 * 1024
"""Bytes that the system holds for a slow reader: a page is less, thousands of frames far more."""

_KEEP_ALIVE_S: Final = 15
"""Seconds that an idle connection stays open: longer than a quick turn takes.

With the five of uvicorn, nearly every player would open a connection for each card.
"""


def answer(
    store: SqlStore,
    settings: Settings,
    listeners: list[socket.socket],
    *,
    ready: Callable[[], None],
    beat: Callable[[], None] | None = None,
    until: int | None = None,
) -> None:
    """Answer requests at `listeners` until a signal arrives, or until the file `until` becomes readable.

    `ready` is called once the process answers, `beat` every second from then on while the event loop runs.
    """
    app = create_app(store, settings)
    server = _Server(app, settings, ready, beat, until)
    for each in listeners:
        _limit_buffers(each)
    with _signals_to_end(server):
        server.run(sockets=listeners)


def _limit_buffers(listener: socket.socket) -> None:
    """Limit how much the system holds for slow readers, and for how long; connections inherit the limits.

    A stream makes no frames beyond that: it goes on with the newest once its reader has caught up.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT_MS)


@contextmanager
def _signals_to_end(server: uvicorn.Server) -> Iterator[None]:
    """End the server on a signal in the block, and exit well: uvicorn sends itself the signal again."""
    previous = {
        number: signal.signal(number, server.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
    }
    if hasattr(signal, "pthread_sigmask"):
        # The supervisor starts workers with these signals blocked.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, previous)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _closing(send: Send) -> Send:
    """Return a `send` that closes the connection after the answer."""

    async def send_last(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (b"connection", b"close")]
        await send(message)

    return send_last


class _Server(uvicorn.Server):
    def __init__(
        self,
        app: Starlette,
        settings: Settings,
        ready: Callable[[], None],
        beat: Callable[[], None] | None,
        until: int | None,
    ) -> None:
        async def notify() -> None:
            if beat is not None:
                beat()

        config = uvicorn.Config(
            self._close_at_end(app),
            interface="asgi3",
            http=BoundedProtocol,
            ws="none",
            # `logs` has set up logging.
            log_config=None,
            access_log=False,
            server_header=False,
            # Given here so that the environment variables of uvicorn do not count.
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            timeout_graceful_shutdown=_GRACE_S,
            timeout_keep_alive=_KEEP_ALIVE_S,
            callback_notify=notify if beat else None,
            timeout_notify=_BEAT_S,
        )
        super().__init__(config)
        self._app, self._ready, self._until = app, ready, until

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then call `ready`."""
        await super().startup(sockets)
        resume_garbage_collection()
        if self._until is not None:
            asyncio.get_running_loop().add_reader(self._until, self._end, self._until)
        if not self.should_exit:
            self._ready()

    def _end(self, until: int) -> None:
        asyncio.get_running_loop().remove_reader(until)
        self.should_exit = True

    def _close_at_end(self, app: ASGIApp) -> ASGIApp:
        """Return an app that closes each connection after its answer once the server is about to end."""

        def answer_and_close(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
            return app(scope, receive, _closing(send) if self.should_exit else send)

        return answer_and_close

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections and end the streams; then answer the current requests, and end."""
        for server in self.servers:
            server.close()
        self._app.state.site.tables.pubsub.close()
        await asyncio.sleep(_LAST_REQUESTS_S)
        await super().shutdown(sockets)
