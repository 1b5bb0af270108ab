"""The two addresses of a table's wire: `/t/ID/wire` streams events to a page, `/t/ID/do` takes its commands.

They lie outside the application of pages, whose middleware they do not need. The answer to a command is one
line of JSON, that to an error a problem in the language of the page.
"""

from contextlib import suppress
from functools import partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sixth import i18n
from sixth.i18n import gettext as _
from sixth.rules.game import Forbidden, Impossible, Refusal
from sixth.rules.options import RulesError
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.problems import ProblemResponse
from sixth.server.core.route_limits import LISTINGS, ROUNDS, STREAMS
from sixth.server.core.streams import StreamResponse
from sixth.server.protocol.commands import command_from_json
from sixth.server.protocol.lines import end_line
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.table.identity import Audience
from sixth.server.web.middleware.preferences import language_of
from sixth.server.web.middleware.security import HEADERS, is_from_elsewhere, is_plain
from sixth.server.web.rate_limits import AddressLimits, RateLimitMiddleware
from sixth.server.web.request import number_in_query, sender_of, table_id_of
from sixth.server.web.templating.files import pages_version
from sixth.server.web.wire.feed import PageListener

_MAX_BODY_BYTES: Final = 4096
"""Bytes of a command; the longest, a line of chat, has some hundred."""

_MAX_NUMBER: Final = 2**53

_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


def wire_routes(limits: AddressLimits) -> list[Route]:
    """Return the routes of the wires of tables, with the middleware that they need."""
    limited = Middleware(
        RateLimitMiddleware, limits=limits, answer=lambda scope, error: answer_error(Request(scope), error)
    )
    return [
        Route("/t/{table_id}/do", _do, methods=["POST"], middleware=[limited]),
        Route("/t/{table_id}/wire", _listen, methods=["GET"], middleware=[limited]),
    ]


async def _do(request: Request) -> Response:
    """Carry out a command, and return the version of the table after it."""
    _check(request)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Impossible("not-json", "The body has to be JSON, sent as application/json.")
    sender, command = sender_of(request), command_from_json(await _body(request))
    counted = await ROUNDS(request) if command.begins_round else None
    if isinstance(command, commands.Arrange) and command.config.get("listed"):
        await LISTINGS(request)
    door = site_of(request).door
    if isinstance(command, commands.Say):
        with i18n.using_language(language_of(request)):
            table = await door.send(sender, command)
    else:
        table = await door.send(sender, command, counted=counted)
    return JSONResponse({"v": table.version}, headers=_HEADERS)


async def _body(request: Request) -> bytes:
    """Return the body of a request, or refuse a long one; half a command is refused as damaged."""
    body = b""
    with suppress(ClientDisconnect):
        async for piece in request.stream():
            body += piece
            if len(body) > _MAX_BODY_BYTES:
                raise HTTPException(413)
    return body


async def _listen(request: Request) -> Response:
    """Stream the events of a table to a page."""
    if request.method == "HEAD":
        raise HTTPException(405)
    _check(request)
    if request.query_params.get("page", pages_version()) != pages_version():
        # The server has been upgraded since the page was loaded.
        return Response(end_line(0, "upgraded"), headers=HEADERS, media_type=_Lines.media_type)
    counted = await STREAMS(request)
    since, heard = _number(request, "since"), _number(request, "heard")
    site, table_id = site_of(request), table_id_of(request)
    sender, table = sender_of(request), await site.tables.get(table_id)
    audience = Audience.of(sender.token, screen=_number(request, "screen") == 1)
    audience.check(table)
    await site.tables.lobby.code_of(table)
    muted = await site.muted(request, table_id, sender.token)
    language = language_of(request)
    page = PageListener(site.tables, audience, version=since, last_talk=heard, muted=muted, language=language)
    lines = _Lines(partial(site.feeds.listen, table, page), counted)
    lines.headers.update(HEADERS)
    return lines


def _number(request: Request, name: str) -> int:
    return number_in_query(request, name, least=0, most=_MAX_NUMBER) or 0


class _Lines(StreamResponse):
    media_type = "application/x-ndjson"


def _check(request: Request) -> None:
    """Check that a request comes from a page of this site."""
    if not is_plain(request.headers):
        raise HTTPException(400)
    if is_from_elsewhere(request.headers, request.scope["scheme"]):
        raise Forbidden("other-site", "This form came from another site, so it was ignored.")


def answer_error(request: Request, error: Exception) -> ProblemResponse:
    """Return the answer to an error as a problem, in the language of the page."""
    with i18n.using_language(language_of(request)):
        problem = _problem(error)
    problem.headers.update(HEADERS)
    return problem


def _problem(error: Exception) -> ProblemResponse:
    if not isinstance(error, HTTPException):
        return ProblemResponse.of(error)
    sentences = {
        400: ("bad-encoding", _("That request is encoded in an unknown way; it may come in chunks only.")),
        405: ("no-method", _("This address does not take that kind of request.")),
        413: ("too-long", _("That was too long, so nothing was changed.")),
    }
    damaged = ("wrong-fields", _("That form was incomplete or damaged, so nothing was changed."))
    code, sentence = sentences.get(error.status_code, damaged)
    return ProblemResponse(code, sentence, error.status_code, dict(error.headers or {}))


WIRE_ERRORS: Final = dict.fromkeys(
    (Refusal, RulesError, NoTableError, UnavailableError, HTTPException), answer_error
)
"""The answers to errors of these routes."""
