"""What people read when something cannot be done: one sentence, a fitting status, the page they were on."""

import logging
from http import HTTPStatus

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.i18n import gettext as _
from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.server.core.errors import NoTableError
from sixth.server.core.limits import TooOftenError
from sixth.server.core.problems import ProblemResponse, is_for_programs, retry_headers, status_of
from sixth.server.web.forms.refused import NOT_REFUSED, field_of, refused_form
from sixth.server.web.middleware.preferences import preferences_of, using_preferences
from sixth.server.web.middleware.security import HEADERS, too_long_text
from sixth.server.web.request import tables_of
from sixth.server.web.routes.tables import page
from sixth.server.web.templating.environment import render

_LOG = logging.getLogger(__name__)


async def _answer(request: Request, sentence: str, status: int, code: str = "") -> HTMLResponse:
    """Return the sentence alone if a script asked, else the page of the table with it, or a page of its own.

    `code` is that of a refusal: a script is told which field it is about, and a page has what was refused.
    """
    if request.headers.get("hx-request") == "true":
        wrong = field_of(code)
        return HTMLResponse(str(escape(sentence)), status, {"Sixth-Field": wrong} if wrong else None)
    table_id = request.path_params.get("table_id")
    if table_id is not None and status != HTTPStatus.NOT_FOUND:
        try:
            table = await tables_of(request).get(table_id)
        except NoTableError:
            return await answer_no_table(request, None)
        refused = (
            await refused_form(request, code, sentence) if code and request.method == "POST" else NOT_REFUSED
        )
        # How long it is when compressed could tell whether what was typed is like something in it.
        identity = {"Content-Encoding": "identity"}
        return HTMLResponse(page(request, table, note=sentence, refused=refused), status, identity)
    return _sentence_page(request, sentence, status)


def _sentence_page(request: Request, sentence: str, status: int) -> HTMLResponse:
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(str(escape(sentence)), status)
    missing = status == HTTPStatus.NOT_FOUND
    return HTMLResponse(render("pages/error.html", sentence=sentence, missing=missing), status)


async def answer_refusal(request: Request, error: Exception) -> HTMLResponse:
    """Answer what the rules or the table do not allow."""
    assert isinstance(error, Refusal)
    response = await _answer(request, translate(error.sentence), status_of(error), error.code)
    response.headers.update(retry_headers(error))
    return response


def answer_too_often(request: Request, error: TooOftenError) -> HTMLResponse:
    """Answer an address that asks for too much, with a page that costs little."""
    response = _sentence_page(request, translate(error.sentence), status_of(error))
    response.headers.update(retry_headers(error))
    return response


async def answer_no_table(request: Request, _error: Exception | None) -> HTMLResponse:
    """Answer that there is no such table."""
    return await _answer(
        request, _("There is no such table; check the link, or open a table of your own."), 404
    )


async def answer_unavailable(request: Request, error: Exception) -> HTMLResponse:
    """Answer that the database could not keep or read something, with a page that needs no database."""
    _LOG.warning("A request could not be answered: %s.", error)
    sentence = _("The database of this site does not answer just now; please try again in a moment.")
    response = _sentence_page(request, sentence, 503)
    response.headers["Retry-After"] = "2"
    return response


async def answer_http_error(request: Request, error: Exception) -> Response:
    """Answer unknown pages and methods, and forms that are none of ours."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if is_for_programs(request.scope):
        # Such as an address with a line break, which is not passed on to the API.
        sentence = _("There is no such address; /api/v1/openapi.json lists them all.")
        return ProblemResponse("no-address", sentence, status)
    response = await _answer(request, _sentences().get(status, HTTPStatus(status).phrase), status)
    response.headers.update((isinstance(error, HTTPException) and error.headers) or {})
    if allowed := response.headers.get("Allow"):
        # Starlette has them as a set, whose order is another in each process.
        response.headers["Allow"] = ", ".join(sorted(allowed.split(", ")))
    return response


async def answer_broken(request: Request, _error: Exception) -> HTMLResponse:
    """Answer an error of ours, which is in the log. No middleware sees this answer, so it does their work."""
    with using_preferences(preferences_of(request)):
        sentence = _("That was our fault; your game is saved. Please try again.")
        return HTMLResponse(render("pages/error.html", sentence=sentence, missing=False), 500, HEADERS)


def _sentences() -> dict[int, str]:
    return {
        404: _("There is no such page."),
        405: _("This address does not take that kind of request."),
        413: too_long_text(),
        422: _("That form was incomplete or damaged, so nothing was changed."),
    }
