"""The two addresses of a table's wire: `/t/ID/wire` streams events to a page, `/t/ID/do` takes its commands.

They come before the middleware that only pages need; the answer to a command is one line of JSON.
"""

import re
from functools import partial
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth import i18n
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps
from sixth.rules.game import Forbidden, Impossible, Refusal
from sixth.rules.options import RulesError
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.limits import TooOftenError
from sixth.server.core.problems import ProblemResponse
from sixth.server.core.route_limits import ROUNDS, STREAMS, network_of_request
from sixth.server.core.streams import StreamResponse
from sixth.server.live.holder import Holder
from sixth.server.site import Site
from sixth.server.table import commands
from sixth.server.table.identity import Audience
from sixth.server.web.middleware.preferences import language_of
from sixth.server.web.middleware.security import add_headers, is_from_elsewhere, is_plain
from sixth.server.web.middleware.turns import Turns
from sixth.server.web.rate_limits import AddressLimits
from sixth.server.web.request import token_cookie
from sixth.server.web.wire.commands import command_from_json
from sixth.server.web.wire.feed import PageListener

_ADDRESS: Final = re.compile(r"/t/[^/]+/(do|wire)")

_METHODS: Final = {"do": "POST", "wire": "GET"}

_MAX_BODY_BYTES: Final = 4096
"""Bytes of a command; the longest, a line of chat, has some hundred."""

_MAX_NUMBER: Final = 2**53

_HEADERS: Final = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


class WireMiddleware:
    """ASGI middleware that serves the wires of tables, and passes on everything else."""

    def __init__(self, app: ASGIApp, site: Site, limits: AddressLimits) -> None:
        self.app, self._site, self._limits = app, site, limits
        self._tables, self._feeds = site.tables, site.feeds
        self._in_turn = Turns(self._answer)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request to a wire, or pass it on."""
        if scope["type"] != "http" or _ADDRESS.fullmatch(scope["path"]) is None:
            await self.app(scope, receive, send)
            return
        try:
            network = await self._limits.admit(scope)
        except TooOftenError as error:
            await _refuse(error, scope, receive, send)
            return
        await self._in_turn(network, scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        _, _, table_id, what = scope["path"].split("/")
        headers = Headers(scope=scope)
        try:
            _check(headers, scope, _METHODS[what])
            token = _cookie(headers, token_cookie(table_id))
            if what == "do":
                version = await self._do(Holder(self._tables, table_id, token), scope, await _body(receive))
                body = dumps({"v": version}).encode()
                length = (b"content-length", str(len(body)).encode())
                await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS, length]})
                await send({"type": "http.response.body", "body": body})
            else:
                lines = await self._lines(table_id, token, scope)
                await lines(scope, receive, add_headers(scope, send))
        except (Refusal, RulesError, NoTableError, UnavailableError, HTTPException) as error:
            await _refuse(error, scope, receive, send)

    async def _do(self, holder: Holder, scope: Scope, body: bytes) -> int:
        """Carry out a command, and return the version of the table after it."""
        request, command = Request(scope), command_from_json(body)
        network = network_of_request(request)
        counted = await ROUNDS(request) if command.begins_round else None
        if isinstance(command, commands.Say):
            with i18n.using_language(language_of(request)):
                return (await holder.do(command, network=network)).version
        return (await holder.do(command, network=network, counted=counted)).version

    async def _lines(self, table_id: str, token: str | None, scope: Scope) -> StreamResponse:
        request = Request(scope)
        counted = await STREAMS(request)
        numbers = _numbers(scope["query_string"])
        table = await self._tables.get(table_id)
        audience = Audience.of(token, screen=numbers.get("screen") == 1)
        audience.check(table)
        await self._tables.lobby.code_of(table)
        version, last_talk = numbers.get("since", 0), numbers.get("heard", 0)
        muted = await self._site.muted(request, table_id, token)
        page = PageListener(self._tables, audience, version=version, last_talk=last_talk, muted=muted)
        return _Lines(partial(self._feeds.listen, table, page), counted)


class _Lines(StreamResponse):
    media_type = "application/x-ndjson"


def _check(headers: Headers, scope: Scope, method: str) -> None:
    """Check that a request comes from a page of this site."""
    if scope["method"] != method:
        raise HTTPException(405)
    if not is_plain(headers):
        raise HTTPException(400)
    if is_from_elsewhere(headers, scope["scheme"]):
        raise Forbidden("other-site", "This form came from another site, so it was ignored.")
    if method == "POST" and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Impossible("not-json", "The body has to be JSON, sent as application/json.")


async def _body(receive: Receive) -> bytes:
    """Return the body of a request."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Impossible("not-json", "The body is no JSON.")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > _MAX_BODY_BYTES:
            raise HTTPException(413)
    return body


def _cookie(headers: Headers, name: str) -> str | None:
    """Return the value of an unquoted cookie, the first of several: that of the longest path."""
    start = f"{name}="
    for line in headers.getlist("cookie"):
        for pair in line.split(";"):
            if (pair := pair.strip()).startswith(start):
                return pair[len(start) :]
    return None


def _numbers(query: bytes) -> dict[str, int]:
    pairs = (pair.partition(b"=") for pair in query.split(b"&"))
    return {
        name.decode("latin-1"): min(int(value), _MAX_NUMBER)
        for name, _, value in pairs
        if value.isdigit() and len(value) <= len(str(_MAX_NUMBER))
    }


async def _refuse(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer an error as a problem, in the language of the page."""
    with i18n.using_language(language_of(HTTPConnection(scope))):
        await _problem(error)(scope, receive, add_headers(scope, send))


def _problem(error: Exception) -> ProblemResponse:
    if not isinstance(error, HTTPException):
        return ProblemResponse.of(error)
    sentences = {
        400: ("bad-encoding", _("That request is encoded in an unknown way; it may come in chunks only.")),
        405: ("no-method", _("This address does not take that kind of request.")),
        413: ("too-long", _("That was too long, so nothing was changed.")),
    }
    return ProblemResponse(*sentences[error.status_code], error.status_code)
