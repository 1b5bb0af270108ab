"""Pages in a frame of another site that the host allows, with cookies that belong to that frame alone."""

from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FRAMED_COOKIE: Final = "sixth-framed"
"""The cookie by which requests from within a frame are known; a page on its own never has it."""

_SELF_ONLY: Final = b"frame-ancestors 'none'"
_LAX: Final = b"samesite=lax"
_FRAMED: Final = b"SameSite=None; Secure; Partitioned"
_MARK: Final = (b"set-cookie", f"{FRAMED_COOKIE}=yes; Path=/; HttpOnly; ".encode() + _FRAMED)


class FrameMiddleware:
    """ASGI middleware that lets sites at these origins show pages of this one in a frame.

    Cookies go into a frame of another site only if they are `SameSite=None`, and browsers keep them apart for
    each site around the frame only if they are `Partitioned`. So cookies that are set in a frame are
    both, and no others: in a frame one is a guest, and a click there reaches nothing of the person who
    visits the site itself.
    """

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        self.app = app
        self._ancestors = f"frame-ancestors {' '.join(origins)}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and change the headers of the answer."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_framed = _enters_frame(headers) or _is_in_frame(headers)

        async def send_framed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._header(*each, is_framed=is_framed) for each in message["headers"]]
                if is_framed:
                    # After whoever signs out has all cookies deleted, too.
                    message["headers"].append(_MARK)
            await send(message)

        await self.app(scope, receive, send_framed)

    def _header(self, name: bytes, value: bytes, *, is_framed: bool) -> tuple[bytes, bytes]:
        if name == b"content-security-policy":
            return name, value.replace(_SELF_ONLY, self._ancestors)
        return name, _framed(value) if is_framed and name == b"set-cookie" else value


def _enters_frame(headers: Headers) -> bool:
    """Return whether a page of another site asks for this page to show it in a frame."""
    return headers.get("sec-fetch-dest") == "iframe" and headers.get("sec-fetch-site") == "cross-site"


def _is_in_frame(headers: Headers) -> bool:
    """Return whether a request comes from within such a frame."""
    if headers.get("sec-fetch-dest") == "document":
        # A browser without partitions sends the cookie to pages on their own, too.
        return False
    return any(FRAMED_COOKIE in cookie_parser(each) for each in headers.getlist("cookie"))


def _framed(cookie: bytes) -> bytes:
    """Return the header that sets or deletes a cookie as one that sets or deletes it in the frame only."""
    parts = [part.strip() for part in cookie.split(b";")]
    kept = [part for part in parts if part.lower() not in (_LAX, b"secure")]
    return b"; ".join([*kept, _FRAMED])
