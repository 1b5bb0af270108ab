"""Compression of pages and files. Answers to forms, empty or one sentence, stay as they are."""

from gzip import compress
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.server.core.problems import is_for_programs

LEVEL: Final = 5
"""Level of nine: it takes a sixth of the time of level nine, for hardly more bytes."""


class CompressionMiddleware:
    """ASGI middleware that compresses all but streams, forms, the API, and answers that name an encoding."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain, self._compressed = app, GZipMiddleware(app, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, compressed if that pays."""
        # The compressed length of an API answer could tell of a hand beside names that others chose.
        plain = scope["type"] == "http" and (scope["method"] == "POST" or is_for_programs(scope))
        await (self._plain if plain else self._compressed)(scope, receive, send)


def is_packed(request: Request) -> bool:
    """Return whether the client accepts an answer that is compressed where it is made."""
    return "gzip" in request.headers.get("accept-encoding", "")


def packed_headers(*, packed: bool) -> dict[str, str]:
    """Return the encoding headers of an answer that was, or was not, compressed where it was made."""
    return {"Vary": "Accept-Encoding", "Content-Encoding": "gzip" if packed else "identity"}


def encode_body(text: str, *, packed: bool) -> bytes:
    """Return the bytes of an answer, compressed if wished; the same text makes the same bytes."""
    body = text.encode()
    return compress(body, LEVEL, mtime=0) if packed else body
