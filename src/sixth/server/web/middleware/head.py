"""Bounds on the head of a request, checked before anything else."""

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.i18n import gettext as _, language_for_header, using_language
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
            wrong = _wrong(scope, headers.getlist("host"))
            if wrong is not None:
                with using_language(language_for_header(headers.get("accept-language", ""))):
                    status, sentence = _refusal(wrong)
                await answer_refusal(scope, wrong, sentence, status, dict(HEADERS))(scope, receive, send)
                return
            if "cookie" in headers:
                scope["headers"] = _own_cookies(scope["headers"], keep=not is_for_programs(scope))
        await self.app(scope, receive, send)


def _wrong(scope: Scope, hosts: list[str]) -> str | None:
    """Return the code of the bound that a request breaks, if it breaks one."""
    if len(hosts) != 1:
        return "one-host"
    if not is_host(hosts[0]):
        return "bad-host"
    too_long = len(scope["raw_path"]) + len(scope["query_string"]) > MAX_TARGET_BYTES
    return "long-address" if too_long else None


def _refusal(code: str) -> tuple[int, str]:
    match code:
        case "one-host":
            return 400, _("That request names no host, or several; it must name one.")
        case "bad-host":
            return 400, _("The host of that request must be a name or an address, perhaps with a port.")
    sentence = _("That address is too long; it may have {most} letters.")
    return 414, sentence.format(most=MAX_TARGET_BYTES)


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
