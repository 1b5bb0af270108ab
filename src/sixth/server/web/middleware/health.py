"""Liveness, readiness and metrics for operators, and the log of requests.

This middleware is the outermost: its answers are not limited, cached, compressed or translated.
"""

import asyncio
from importlib.metadata import version
from time import monotonic
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth import bots
from sixth.server.core.logs import REQUESTS
from sixth.server.core.metrics import request_time
from sixth.server.site import Site
from sixth.server.web.middleware.security import HEADERS

LIVENESS_PATH, READINESS_PATH, METRICS_PATH = "/healthz", "/readyz", "/metrics"

SEEN_PATH: Final = "/seenz"
"""Tells a sender what this process sees of the request, so that `sixth doctor` can check a proxy."""

_DATABASE_TIMEOUT_S: Final = 2.0
"""Seconds within which the database must answer."""


class HealthMiddleware:
    """ASGI middleware that reports on the process which serves `site`."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = _RequestLogMiddleware(app) if site.settings.log_requests else app
        self._tables, self._metrics = site.tables, site.metrics
        self._check: asyncio.Task[str | None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the requests of operators, and pass on all others."""
        if scope["type"] != "http" or not self._is_ours(scope):
            request_time.set(monotonic())
            await self.app(scope, receive, send)
            return
        response = await self._answer(scope)
        await response(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        if scope["path"] == METRICS_PATH:
            # A request that a proxy forwards comes from outside, where metrics are not public.
            return self._metrics is not None and b"x-forwarded-for" not in dict(scope["headers"])
        return scope["path"] in (LIVENESS_PATH, READINESS_PATH, SEEN_PATH)

    async def _answer(self, scope: Scope) -> Response:
        path, method = scope["path"], scope["method"]
        if method not in ("GET", "HEAD"):
            return _plain_text("This address is only read.", 405, {"Allow": "GET, HEAD"})
        if path == METRICS_PATH and self._metrics is not None:
            return Response(self._metrics.text(), headers=HEADERS, media_type=self._metrics.media_type)
        if path == SEEN_PATH:
            return JSONResponse(_seen(scope), headers=HEADERS)
        if path == LIVENESS_PATH:
            return _plain_text("The process lives.", 200)
        if self._tables.pubsub.closed:
            return _plain_text("Not ready: this process is about to end.", 503)
        if (fault := await self._store_fault()) is not None:
            return _plain_text(f"Not ready: {fault}.", 503)
        if not bots.is_ready(bots.names):
            return _plain_text(
                "Ready. Bots that calculate are being made ready; until then another plays for them.", 200
            )
        return _plain_text("Ready.", 200)

    async def _store_fault(self) -> str | None:
        # All requests that wait share one query, however long it takes.
        check = self._check
        if check is None or check.done():
            check = self._check = asyncio.create_task(self._tables.store_fault())
        # Meanwhile another request may have started a new query in `_check`.
        finished, _ = await asyncio.wait({check}, timeout=_DATABASE_TIMEOUT_S)
        return check.result() if finished else "the database does not answer"


class _RequestLogMiddleware:
    """ASGI middleware that logs each request: its route and status, but neither the table nor the sender."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, then log it."""
        status, began = 0, monotonic()

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        finally:
            if scope["type"] == "http":
                route = getattr(scope.get("route"), "path", "")
                took = round(1000 * (monotonic() - began), 1)
                fields = {"method": scope["method"], "route": route, "status": status, "milliseconds": took}
                REQUESTS.info("Answered.", extra=fields)


def _seen(scope: Scope) -> dict[str, object]:
    """Return what a request looks like here: the address, scheme and host of its sender, and the version.

    `forwarded` is whether a proxy names the sender, `trusted` whether the settings let that proxy do so.
    """
    headers = Headers(scope=scope)
    address = scope["client"][0] if scope["client"] else ""
    named = [each.strip().lstrip("[") for each in ",".join(headers.getlist("x-forwarded-for")).split(",")]
    return {
        "address": address,
        "scheme": scope["scheme"],
        "host": headers.get("host", ""),
        "forwarded": any(named),
        "trusted": bool(address) and any(each.startswith(address) for each in named),
        "version": version("sixth"),
    }


def _plain_text(sentence: str, status: int, headers: dict[str, str] | None = None) -> Response:
    return PlainTextResponse(f"{sentence}\n", status, {**HEADERS, **(headers or {})})
