"""Turns for the requests of one address, so that only its sender waits when many come at once.

An address may send all requests of ten seconds at the same moment. If all were served at once, everybody
would wait behind them.
"""

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth.server.core.addresses import Network

_MAX_AT_ONCE: Final = 4
"""Requests of one address that are served at the same time."""


class Turns:
    """An ASGI app that passes the requests of an address on to `app`, a few at once, in the order of arrival.

    Those of an unlimited network are passed on at once. A client that is slow to send a form or to read an
    answer holds no turn meanwhile.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, network: Network, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request that comes from `network`."""
        if network.unlimited:
            await self._app(scope, receive, send)
            return
        turn = self._turns.setdefault(network.name, asyncio.Semaphore(_MAX_AT_ONCE))
        ours = False

        async def take() -> None:
            nonlocal ours
            await turn.acquire()
            ours = True

        def give() -> None:
            nonlocal ours
            if ours:
                ours = False
                # Released at once, all requests that never wait would come before those of other addresses.
                asyncio.get_running_loop().call_soon(turn.release)

        async def receive_whole() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body") and waits:
                await take()
            return message

        async def send_after(message: Message) -> None:
            give()
            await send(message)

        waits = Headers(scope=scope).get("content-length", "0") != "0"
        if not waits:
            await take()
        try:
            await self._app(scope, receive_whole, send_after)
        finally:
            give()
