"""Pages and files are compressed; the answer to a form is mostly empty, or a sentence, and goes as it is."""

from gzip import compress
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.server.core.problems import is_for_programs

LEVEL: Final = 5
"""Of nine: a sixth of the time of the last, for hardly more bytes."""


class CompressionMiddleware:
    """ASGI middleware that leaves alone streams, forms, the API, and whatever names its encoding itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain, self._compressed = app, GZipMiddleware(app, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered, and the answer compressed if it is worth it."""
        # What programs get holds a hand beside what others are called, and its length could tell of both.
        plain = scope["type"] == "http" and (scope["method"] == "POST" or is_for_programs(scope))
        await (self._plain if plain else self._compressed)(scope, receive, send)


def is_packed(request: Request) -> bool:
    """Return whether the answer may be compressed where it is made, as this middleware would do it."""
    return "gzip" in request.headers.get("accept-encoding", "")


def packed_headers(*, packed: bool) -> dict[str, str]:
    """Return the headers of an answer that was compressed where it was made, or was not."""
    return {"Vary": "Accept-Encoding", "Content-Encoding": "gzip" if packed else "identity"}


def encode_body(text: str, *, packed: bool) -> bytes:
    """Return the bytes of an answer, compressed if wished; the same text makes the same bytes."""
    body = text.encode()
    return compress(body, LEVEL, mtime=0) if packed else body
