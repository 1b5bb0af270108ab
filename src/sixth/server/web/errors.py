"""Answers to errors: one sentence, a fitting status, and where possible the page that the reader was on."""

import logging
from http import HTTPStatus
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Scope

from sixth.i18n import gettext as _, translate
from sixth.rules.game import Refusal
from sixth.rules.options import RulesError
from sixth.server.core.errors import NoTableError
from sixth.server.core.limits import TooOftenError
from sixth.server.core.problems import ProblemResponse, is_for_programs, retry_headers, status_of
from sixth.server.site import site_of
from sixth.server.web.form_answers import (
    answer_refused_form,
    form_of,
    is_from_script,
    refused_form,
    sentence_page,
)
from sixth.server.web.forms.option_errors import option_error_text
from sixth.server.web.middleware import preferences
from sixth.server.web.middleware.refused_forms import RefusedForm, page_of_form
from sixth.server.web.middleware.security import HEADERS, too_long_text
from sixth.server.web.readers import preferences_with
from sixth.server.web.table_page import page_of_table
from sixth.server.web.templating.environment import render

_LOG = logging.getLogger(__name__)


async def _answer(request: Request, sentence: str, status: int, code: str = "") -> Response:
    """Return the answer to a refused form, else the page of the table, if there is one, with the sentence.

    `code` is the code of a refusal; with it the form comes back as it was filled in.
    """
    if code and request.method == "POST":
        return answer_refused_form(request, await refused_form(request, sentence, code), status)
    table_id = request.path_params.get("table_id")
    no_page = request.method == "POST" or is_from_script(request)
    if no_page or table_id is None or status == HTTPStatus.NOT_FOUND:
        return _answer_briefly(request, sentence, status)
    try:
        table = await site_of(request).tables.get(table_id)
    except NoTableError:
        return await answer_no_table(request, None)
    # The length of a compressed page would tell whether words of others in it resemble a hidden card.
    identity = {"Content-Encoding": "identity"}
    return HTMLResponse(await page_of_table(request, table, note=sentence), status, identity)


async def answer_refusal(request: Request, error: Exception) -> Response:
    """Answer an action that the rules or the table do not allow."""
    assert isinstance(error, Refusal)
    response = await _answer(request, translate(error.sentence), status_of(error), error.code)
    response.headers.update(retry_headers(error))
    return response


async def answer_rules(request: Request, error: Exception) -> Response:
    """Answer a form whose options cannot be played together."""
    assert isinstance(error, RulesError)
    return answer_refused_form(request, await refused_form(request, option_error_text(error.sentence)), 422)


def answer_limit(scope: Scope, error: TooOftenError) -> Response:
    """Answer an address that sends too many requests, without reading the body of a form."""
    if is_for_programs(scope):
        return ProblemResponse.of(error)
    response = _answer_briefly(Request(scope), translate(error.sentence), status_of(error))
    response.headers.update(retry_headers(error))
    return response


def _answer_briefly(request: Request, sentence: str, status: int) -> Response:
    if request.method == "POST":
        return answer_refused_form(request, RefusedForm(form_of(request), why=sentence), status)
    return sentence_page(request, sentence, status)


async def answer_no_table(request: Request, _error: Exception | None) -> Response:
    """Answer that there is no such table."""
    return await _answer(request, _("This table doesn't exist. Check the link, or open your own table."), 404)


async def answer_unavailable(request: Request, error: Exception) -> Response:
    """Answer that the database failed, with a page that needs no database."""
    _LOG.warning("A request could not be answered: %s.", error)
    sentence = _("The database of this site isn't responding. Please try again in a moment.")
    response = _answer_briefly(request, sentence, 503)
    response.headers["Retry-After"] = "2"
    return response


async def answer_http_error(request: Request, error: Exception) -> Response:
    """Answer unknown pages and methods, and malformed forms."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if is_for_programs(request.scope):
        # An address with a line break, for example, is not passed on to the API.
        sentence = _("There is no such address; /api/v1/openapi.json lists them all.")
        return ProblemResponse("no-address", sentence, status)
    form_page = page_of_form(request.scope["path"])
    visits = (
        status == HTTPStatus.METHOD_NOT_ALLOWED
        and request.method == "GET"
        and preferences.asks_for_page(request)
    )
    if visits and form_page is not None:
        # An earlier version left the addresses of forms in the history of browsers.
        return RedirectResponse(quote(form_page), 303)
    response = await _answer(request, _sentences().get(status, HTTPStatus(status).phrase), status)
    response.headers.update((isinstance(error, HTTPException) and error.headers) or {})
    if allowed := response.headers.get("Allow"):
        # Starlette keeps the methods in a set, whose order differs between processes.
        response.headers["Allow"] = ", ".join(sorted(allowed.split(", ")))
    return response


async def answer_broken(request: Request, _error: Exception) -> HTMLResponse:
    """Answer an unexpected error, with the work of the middleware, which this answer does not pass."""
    page_links = preferences.PageLinks(site_of(request).features)
    prefs, visitor = preferences.preferences_of(request, page_links), getattr(request.state, "visitor", None)
    with preferences.using_preferences(preferences_with(prefs, visitor)):
        sentence = _("Something went wrong on our side. Your game is saved; please try again.")
        return HTMLResponse(render("pages/error.html", sentence=sentence, missing=False), 500, HEADERS)


def _sentences() -> dict[int, str]:
    return {
        404: _("This page doesn't exist."),
        405: _("This address does not take that kind of request."),
        413: too_long_text(),
        422: _("That form was incomplete or damaged, so nothing was changed."),
    }
