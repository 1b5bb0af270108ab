"""Security headers, and the refusal of requests forged by other sites or ambiguous in their length."""

from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth.i18n import gettext as _
from sixth.server.core.problems import answer_long_body, answer_refusal, is_for_programs

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # The address of a table lets people in, so it is not sent to other sites.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


_HTTPS_HEADERS: Final = {"Strict-Transport-Security": "max-age=31536000"}
"""Headers over TLS: for a year, browsers use this site over TLS only."""


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


_RAW_HEADERS: Final = {"http": _raw(HEADERS), "https": _raw(HEADERS | _HTTPS_HEADERS)}


class SecurityMiddleware:
    """ASGI middleware that refuses hostile requests and bodies longer than `max_body_bytes`."""

    def __init__(self, app: ASGIApp, max_body_bytes: int) -> None:
        self._max_body_bytes = max_body_bytes
        # It counts the bytes that arrive; `__call__` refuses a length in the header, with a translation.
        self._limited = RequestBodyLimitMiddleware(app, max_body_size=max_body_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a hostile request, and add the security headers to every answer."""
        if scope["type"] != "http":
            await self._limited(scope, receive, send)
            return

        headers = Headers(scope=scope)
        refusal: Response | None = None
        if not is_plain(headers):
            # The bytes that follow could be read in two ways, so the connection is closed.
            sentence = _("That request is encoded in an unknown way; it may come in chunks only.")
            refusal = answer_refusal(scope, "bad-encoding", sentence, 400, {"Connection": "close"})
        elif _is_forged(headers, scope):
            sentence = _("This form came from another site, so it was ignored.")
            refusal = PlainTextResponse(sentence, 403)
        elif _length(headers) > self._max_body_bytes:
            refusal = (
                answer_long_body() if is_for_programs(scope) else PlainTextResponse(too_long_text(), 413)
            )
        await (refusal or self._limited)(scope, receive, add_headers(scope, send))


def add_headers(scope: Scope, send: Send) -> Send:
    """Return a `send` that adds the security headers which an answer lacks."""

    async def send_marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            marks = _RAW_HEADERS["https" if scope["scheme"] == "https" else "http"]
            message["headers"] = [*message["headers"], *(each for each in marks if each[0] not in present)]
        await send(message)

    return send_marked


def too_long_text() -> str:
    """Return the sentence for a person whose form is too long."""
    return _("That form was too long, so nothing was changed.")


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() else 0


def is_plain(headers: Headers) -> bool:
    """Return whether the body comes unencoded or in chunks."""
    return [each.strip().lower() for each in headers.getlist("transfer-encoding")] in ([], ["chunked"])


def _is_forged(headers: Headers, scope: Scope) -> bool:
    """Return whether another site may have made a browser send this with the cookies of this site."""
    # The API ignores cookies, and a browser adds no other credentials.
    changes = scope["method"] not in ("GET", "HEAD") and not is_for_programs(scope)
    return changes and is_from_elsewhere(headers, scope["scheme"])


def is_from_elsewhere(headers: Headers, scheme: str) -> bool:
    """Return whether a browser says that a page of another site sent this request."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    own = f"{scheme}://{headers.get('host')}"
    origin = headers.get("origin")
    if origin is not None:
        return origin != own
    # Old browsers send no origin with a form.
    referer = headers.get("referer", "")
    return referer != "" and not referer.startswith(f"{own}/")
