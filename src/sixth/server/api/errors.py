"""Answers to requests that fail: a problem with a stable code and one sentence."""

import logging
from collections.abc import Mapping
from http import HTTPMethod
from typing import Any, Final

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from sixth.i18n import gettext as _
from sixth.server.core.errors import UnavailableError
from sixth.server.core.problems import ProblemResponse, answer_long_body

_LOG: Final = logging.getLogger(__name__)

_MAX_AT: Final = 80
"""Characters of the name of a field that an answer repeats."""


async def answer_refusal(_request: Request, error: Exception) -> ProblemResponse:
    """Answer what is refused: a command, options that clash, an unknown table, and a silent database."""
    if isinstance(error, UnavailableError):
        _LOG.warning("A request could not be answered: %s.", error)
    problem = ProblemResponse.of(error)
    if problem.status_code == 401:
        problem.headers["WWW-Authenticate"] = "Bearer"
    return problem


async def answer_invalid(request: Request, error: Exception) -> ProblemResponse:
    """Answer a body or parameter that does not fit the operation."""
    assert isinstance(error, RequestValidationError)
    first: Mapping[str, Any] = error.errors()[0]
    # The name of one possible action would only confuse a sender who meant none of them.
    where = [str(each) for each in first["loc"][1:] if not str(each).endswith("Action")]
    at = ".".join(where)[:_MAX_AT]
    match first["type"]:
        case "json_invalid":
            return _answer_not_json()
        case "missing" if where:
            return ProblemResponse(
                "missing-field", _("“{field}” is missing.").format(field=at), 422, field=at
            )
        case "extra_forbidden":
            sentence = _("“{field}” is not known here.").format(field=at)
            return ProblemResponse("unknown-field", sentence, 422, field=at)
        case _ if where:
            return ProblemResponse("wrong-value", _wrong_value(first, at), 422, field=at)
        case "missing":
            pass
        case _ if "json" not in request.headers.get("content-type", ""):
            return ProblemResponse("not-json", _("The body has to be JSON, sent as application/json."), 422)
    return ProblemResponse("wrong-body", _("This takes a JSON object as its body."), 422)


def _wrong_value(error: Mapping[str, Any], field: str) -> str:
    match error["type"]:
        case "string_too_long":
            most = error["ctx"]["max_length"]
            return _("“{field}” takes {most} letters at most.").format(field=field, most=most)
        case "string_too_short":
            return _("“{field}” is empty.").format(field=field)
    return _("“{field}” cannot have that value here.").format(field=field)


async def answer_http_error(request: Request, error: Exception) -> ProblemResponse:
    """Answer unknown addresses and methods, and bodies that cannot be read."""
    assert isinstance(error, HTTPException)
    match error.status_code:
        case 404:
            sentence = _("There is no such address; /api/v1/openapi.json lists them all.")
            return ProblemResponse("no-address", sentence, 404)
        case 405:
            sentence = _("This address does not take that kind of request.")
            return ProblemResponse("no-method", sentence, 405, {"Allow": ", ".join(_methods(request))})
        case 413:
            return answer_long_body()
    # FastAPI also answers 400 to JSON with too many levels or digits.
    return _answer_not_json()


def _answer_not_json() -> ProblemResponse:
    return ProblemResponse("not-json", _("The body is no JSON."), 422)


def _methods(request: Request) -> list[str]:
    """Return all methods of an address; the error has only those of one route."""
    scopes = ({**request.scope, "method": method.value} for method in HTTPMethod)
    routes = request.app.routes
    return [
        scope["method"] for scope in scopes if any(each.matches(scope)[0] is Match.FULL for each in routes)
    ]


async def answer_broken(_request: Request, _error: Exception) -> ProblemResponse:
    """Answer a fault of the server, which is in the log."""
    sentence = _("Something went wrong on our side. Your game is saved; please try again.")
    return ProblemResponse("fault", sentence, 500)
