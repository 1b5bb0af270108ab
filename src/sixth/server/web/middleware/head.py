"""Bounds on the head of a request, checked before anything else."""

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.i18n import language_for_header, translate, using_language
from sixth.rules.sentence import Sentence
from sixth.server.core.hosts import is_host
from sixth.server.core.problems import answer_refusal, is_for_programs
from sixth.server.web.middleware.security import HEADERS

MAX_TARGET_BYTES: Final = 4096
"""Bytes of a path with its query; the longest on this site is `/settings` with the page to go back to."""

MAX_COOKIES: Final = 200
"""Cookies that are read. A browser keeps no more for one site."""

MAX_COOKIE_BYTES: Final = 20_000
"""Bytes of all cookies that are read: room for `MAX_COOKIES` with the token of a seat each."""

_COOKIE: Final = b"sixth-"
"""The prefix of all cookies of this site."""

_Headers = list[tuple[bytes, bytes]]


class HeadMiddleware:
    """ASGI middleware that refuses a request whose head is out of bounds, and drops foreign cookies.

    There must be one `Host` header with a valid host, since pages, links and pictures contain it. Parsing a
    long query or quoted cookies takes tens of milliseconds, and both are parsed more than once.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with status 400 or 414."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            if refusal := _refusal(scope, headers.getlist("host")):
                status, sentence = refusal
                with using_language(language_for_header(headers.get("accept-language", ""))):
                    text = translate(sentence)
                await answer_refusal(scope, sentence.code, text, status, dict(HEADERS))(scope, receive, send)
                return
            if "cookie" in headers:
                scope["headers"] = _own_cookies(scope["headers"], keep=not is_for_programs(scope))
        await self.app(scope, receive, send)


def _refusal(scope: Scope, hosts: list[str]) -> tuple[int, Sentence] | None:
    """Return the status and the sentence about the bound that a request breaks, if it breaks one."""
    if len(hosts) != 1:
        return 400, Sentence("That request names no host, or several; it must name one.", code="one-host")
    if not is_host(hosts[0]):
        return 400, Sentence(
            "The host of that request must be a name or an address, perhaps with a port.", code="bad-host"
        )
    if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_TARGET_BYTES:
        values = {"most": MAX_TARGET_BYTES}
        return 414, Sentence("That address is too long; it may have {most} letters.", values, "long-address")
    return None


def _own_cookies(headers: _Headers, *, keep: bool) -> _Headers:
    """Return the headers with the cookies of this site in one header, or without any unless `keep`.

    A cookie with a backslash is dropped: this site writes none, and escapes take long to parse.
    """
    rest = [each for each in headers if each[0] != b"cookie"]
    if not keep:
        return rest
    cookies = b";".join(value for name, value in headers if name == b"cookie")[:MAX_COOKIE_BYTES].split(b";")
    ours = [each for each in cookies if each.lstrip().startswith(_COOKIE) and b"\\" not in each]
    return [*rest, (b"cookie", b";".join(ours[:MAX_COOKIES]))] if ours else rest
