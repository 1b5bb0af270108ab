"""Pages and files are compressed; the answer to a form is mostly empty, or a sentence, and goes as it is."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.server.core.problems import is_for_programs


class CompressionMiddleware:
    """ASGI middleware that leaves alone streams, forms, the API, and whatever names its encoding itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain, self._compressed = app, GZipMiddleware(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered, and the answer compressed if it is worth it."""
        # What programs get holds a hand beside what others are called, and its length could tell of both.
        plain = scope["type"] == "http" and (scope["method"] == "POST" or is_for_programs(scope))
        await (self._plain if plain else self._compressed)(scope, receive, send)
