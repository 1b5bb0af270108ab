"""What whoever runs the server asks it: whether it lives, and whether it can serve.

It stands before all else: nothing here is limited, kept, packed or said in another language.
"""

import asyncio
from typing import Final

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth import bots
from sixth.server.live import Live
from sixth.server.store import Store, UnavailableError
from sixth.server.web.guard import HEADERS

LIVES, READY = "/healthz", "/readyz"

_PATIENCE: Final = 2.0
"""Seconds in which a database answers."""


class Operating:
    """ASGI middleware that answers for the process in which it is, over `store`."""

    def __init__(self, app: ASGIApp, store: Store, live: Live) -> None:
        self.app = app
        self._store, self._live = store, live
        self._asked: asyncio.Task[bool] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass it on."""
        if scope["type"] != "http" or scope["path"] not in (LIVES, READY):
            await self.app(scope, receive, send)
            return
        response = await self._answer(scope["path"], scope["method"])
        await response(scope, receive, send)

    async def _answer(self, path: str, method: str) -> Response:
        if method not in ("GET", "HEAD"):
            return _said("This address is only read.", 405, {"Allow": "GET, HEAD"})
        if path == LIVES:
            return _said("The process lives.", 200)
        if self._live.closed:
            return _said("Not ready: this process is about to end.", 503)
        if not await self._database_answers():
            return _said("Not ready: the database does not answer.", 503)
        if not bots.is_ready(bots.names):
            return _said("Ready; bots that calculate are being made ready, and another plays for them.", 200)
        return _said("Ready.", 200)

    async def _database_answers(self) -> bool:
        # However often it is asked, and however long it takes, it is one question at a time.
        if self._asked is None or self._asked.done():
            self._asked = asyncio.create_task(self._ask())
        done, _ = await asyncio.wait({self._asked}, timeout=_PATIENCE)
        return bool(done) and self._asked.result()

    async def _ask(self) -> bool:
        try:
            await asyncio.to_thread(self._store.ask)
        except UnavailableError:
            return False
        return True


def _said(sentence: str, status: int, headers: dict[str, str] | None = None) -> Response:
    return PlainTextResponse(f"{sentence}\n", status, {**HEADERS, **(headers or {})})
