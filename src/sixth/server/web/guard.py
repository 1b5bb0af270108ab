"""What stands before every page: security headers, no requests forged by other sites, no huge bodies."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_LIMIT: Final = 64 * 1024
"""Bytes; the longest form of ours has a few hundred."""

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # The address of a table is what lets people in: tell it to nobody.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """ASGI middleware; it passes streams through untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is hostile, and mark every answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in ("GET", "HEAD"):
            if _from_elsewhere(headers):
                refusal = PlainTextResponse(
                    "This form was sent by another site, so it was not carried out.", 403
                )
                await refusal(scope, receive, send_marked)
                return
            body = await _body(receive, headers)
            if body is None:
                refusal = PlainTextResponse("That is far more than any form here holds.", 413)
                await refusal(scope, receive, send_marked)
                return
            receive = _replay(body, receive)
        await self.app(scope, receive, send_marked)


def _from_elsewhere(headers: Headers) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


async def _body(receive: Receive, headers: Headers) -> bytes | None:
    """The whole body, or None if it is too long."""
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > BODY_LIMIT:
        return None
    body = b""
    while True:
        message = await receive()
        chunk: bytes = message.get("body", b"")
        body += chunk
        if len(body) > BODY_LIMIT:
            return None
        if not message.get("more_body"):
            return body


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def again() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
