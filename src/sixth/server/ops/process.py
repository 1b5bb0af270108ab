"""One process that answers: uvicorn, which says when it does, and ends its streams before all else."""

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth.server.app import create_app
from sixth.server.core.garbage import resume_garbage_collection
from sixth.server.core.settings import Settings
from sixth.server.ops.connection import BoundedProtocol
from sixth.server.store.sql import SqlStore

_LAST_REQUESTS_S: Final = 0.2
"""Seconds in which those are heard who were about to ask when the server ends."""

_GRACE_S: Final = 15
"""Seconds for what has been asked for, as long as the database takes."""

_BEAT_S: Final = 1

UNREAD_TIMEOUT_MS = 30_000
"""Milliseconds after which whoever takes nothing of what is sent is cut off."""

_SEND_BUFFER_BYTES: Final = 128 * 1024
"""Bytes that wait in the system for one who reads slowly: a page is less, thousands of frames far more."""

_KEEP_ALIVE_S: Final = 15
"""Seconds that a connection stays open over which nothing is asked: longer than a quick turn takes.

With five, as uvicorn has it, nearly everybody would make a new one for each card.
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
    """Answer at `listeners` until asked to end, by a signal or by something to read in the file `until`.

    `ready` is called once it answers, `beat` every second from then on, as long as the event loop runs.
    """
    app = create_app(store, settings)
    server = _Server(app, settings, _Watched(ready, beat, until))
    for each in listeners:
        _bound(each)
    with _asked_to_end(server):
        server.run(sockets=listeners)


def _bound(listener: socket.socket) -> None:
    """Have the system keep little for those who do not read, and not for long; each connection inherits it.

    What does not fit there is not made: a stream that waits for its reader goes on with what is new then.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT_MS)


@contextmanager
def _asked_to_end(server: uvicorn.Server) -> Iterator[None]:
    """Take being asked to end as a good end: uvicorn, once it has ended, sends itself the signal again."""
    known = {number: signal.signal(number, server.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
    if hasattr(signal, "pthread_sigmask"):
        # Whoever started us may have held them back until somebody takes them.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, known)
    try:
        yield
    finally:
        for number, handler in known.items():
            signal.signal(number, handler)


def _closing(send: Send) -> Send:
    """Say that the answer is the last over its connection."""

    async def send_last(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (b"connection", b"close")]
        await send(message)

    return send_last


class _Watched(NamedTuple):
    """What whoever started a server hears of it, and the file by which it is asked to end."""

    ready: Callable[[], None]
    beat: Callable[[], None] | None
    until: int | None


class _Server(uvicorn.Server):
    def __init__(self, app: Starlette, settings: Settings, watched: _Watched) -> None:
        async def notify() -> None:
            if watched.beat is not None:
                watched.beat()

        config = uvicorn.Config(
            self._answering(app),
            interface="asgi3",
            http=BoundedProtocol,
            ws="none",
            # `logs` has seen to that.
            log_config=None,
            access_log=False,
            server_header=False,
            # Whatever the environment says to uvicorn itself.
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            timeout_graceful_shutdown=_GRACE_S,
            timeout_keep_alive=_KEEP_ALIVE_S,
            callback_notify=notify if watched.beat else None,
            timeout_notify=_BEAT_S,
        )
        super().__init__(config)
        self._app, self._watched = app, watched

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then say so."""
        await super().startup(sockets)
        resume_garbage_collection()
        if self._watched.until is not None:
            asyncio.get_running_loop().add_reader(self._watched.until, self._end, self._watched.until)
        if not self.should_exit:
            self._watched.ready()

    def _end(self, until: int) -> None:
        asyncio.get_running_loop().remove_reader(until)
        self.should_exit = True

    def _answering(self, app: ASGIApp) -> ASGIApp:
        """Have whoever asks once more over a connection that is open told not to do so again, at the end."""

        def answering(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
            return app(scope, receive, _closing(send) if self.should_exit else send)

        return answering

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more and end the streams; then answer whoever has asked, and end."""
        for server in self.servers:
            server.close()
        self._app.state.site.tables.pubsub.close()
        await asyncio.sleep(_LAST_REQUESTS_S)
        await super().shutdown(sockets)
