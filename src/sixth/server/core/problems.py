"""Answers to requests that are refused: the status, when to retry, and a problem (RFC 9457) for programs."""

from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, Final

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Scope

from sixth.i18n import gettext as _, translate
from sixth.rules.game import Forbidden, Impossible, NotNow, Refusal
from sixth.rules.options import RulesError
from sixth.server.core.errors import NoTableError
from sixth.server.core.limits import TooOftenError
from sixth.server.core.refusals import Busy, NoRoom, NotFound, Unproven

API: Final = "/api/"
"""The path that all routes for programs begin with."""

MAX_BODY_BYTES: Final = 16 * 1024
"""Bytes of a body, at most; our longest form has some thousand.

Reading 64 KiB of text, or listing what is wrong with seven thousand fields of JSON, takes ten milliseconds.
"""

_STATUS: Final[Mapping[type[Refusal], HTTPStatus]] = {
    Unproven: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    NotNow: HTTPStatus.CONFLICT,
    Impossible: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooOftenError: HTTPStatus.TOO_MANY_REQUESTS,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    NoRoom: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The status of each kind of refusal. Others have none, so a new kind cannot be forgotten here."""

_BUSY_S: Final = 2
"""Seconds after which a client may ask a busy server again."""


def status_of(error: Refusal) -> HTTPStatus:
    """Return the HTTP status of a refusal, which follows from its kind."""
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def retry_headers(error: Refusal) -> dict[str, str]:
    """Return the header that says when to retry, if a retry helps."""
    match error:
        case TooOftenError(seconds=seconds):
            return {"Retry-After": str(ceil(seconds))}
        case Busy():
            return {"Retry-After": str(_BUSY_S)}
    return {}


def is_for_programs(scope: Scope) -> bool:
    """Return whether a request is one to the API, whose answers programs read."""
    return bool(scope["path"].startswith(API))


class ProblemResponse(JSONResponse):
    """A problem as JSON: a stable `code`, a status, and one sentence for people."""

    media_type = "application/problem+json"

    def __init__(
        self, code: str, sentence: str, status: int, headers: dict[str, str] | None = None, **more: Any
    ) -> None:
        title = HTTPStatus(status).phrase
        problem = {"type": "about:blank", "title": title, "status": status, "detail": sentence, "code": code}
        super().__init__(problem | more, status, headers)

    @classmethod
    def of(cls, error: Exception) -> "ProblemResponse":
        """Return the problem for a refusal, options that clash, an unknown table, else a silent database."""
        match error:
            case Refusal():
                return cls(error.code, translate(error.sentence), status_of(error), retry_headers(error))
            case RulesError():
                return cls(error.code, translate(error.sentence), 422)
            case NoTableError():
                return cls("no-table", _("There is no such table; check its address."), 404)
        sentence = _("The database of this site isn't responding. Please try again in a moment.")
        return cls("unavailable", sentence, 503, {"Retry-After": str(_BUSY_S)})


def answer_long_body() -> ProblemResponse:
    """Tell a program that the body of its request has more than `MAX_BODY_BYTES`."""
    sentence = _("The body is too long, so nothing was changed; it may have {most} KiB.")
    return ProblemResponse("too-long", sentence.format(most=MAX_BODY_BYTES // 1024), 413)


def answer_refusal(
    scope: Scope, code: str, sentence: str, status: int, headers: dict[str, str] | None = None
) -> Response:
    """Answer a request that is refused unread: with a problem for a program, else in plain text."""
    if is_for_programs(scope):
        return ProblemResponse(code, sentence, status, headers)
    return PlainTextResponse(sentence, status, headers)
